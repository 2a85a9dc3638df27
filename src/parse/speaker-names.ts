/** Words that stand in front of a colon and say nothing, in lower case. */
const NO_SPEAKERS = new Set(
  `note notes nb ps warning caution attention important tip hint example
  examples summary conclusion conclusions result results reason reasons date
  time place location subject re fw fwd from to cc bcc sent agenda topic topics
  attendees participants present absent apologies minutes action actions
  decision decisions deadline due owner status total subtotal price cost phone
  tel email address web website url link source see http https ftp mailto file
  update edit edited reminder fyi disclaimer chapter section part title duration
  recording transcript language step option phase point item problem solution
  issue fix idea goal todo well yes no so right ok okay thanks look listen sorry
  hello hi remember also one two three four five first second third fourth
  finally then monday tuesday wednesday thursday friday saturday sunday
  objective objectives budget risk risks pros cons list comment comments detail
  details description version requirement requirements error cause deliverables
  nota notas ojo aviso atención importante advertencia cuidado consejo ejemplo
  ejemplos resumen conclusión conclusiones resultado resultados motivo razón
  fecha hora lugar asunto de para enviado tema temas asistentes presentes
  ausentes acta acuerdo acuerdos acción acciones tarea tareas pendiente
  pendientes decisión decisiones plazo responsable estado precio coste costo
  teléfono tfno correo dirección enlace fuente véase actualización recordatorio
  aclaración capítulo sección parte título duración grabación transcripción
  idioma paso opción fase punto problema solución vale bueno bien mira oye
  perdón gracias claro sí hola recuerda además pd uno dos tres cuatro cinco
  primero primera segundo segunda tercero tercera cuarto cuarta luego después
  finalmente lunes martes miércoles jueves viernes sábado domingo mañana hoy
  objetivo objetivos presupuesto riesgo riesgos ventajas desventajas
  inconvenientes contras lista comentario comentarios observaciones detalle
  detalles descripción versión requisito requisitos causa entregables`.split(
    /\s+/
  )
);
const NO_SPEAKER_PHRASES =
  /^(?:action items?|next steps|to do|por ejemplo|orden del día|próximos pasos)$/i;

const PARTICLES = new Set(
  `de del la las los el y e da do dos das van von der den di du le al bin ibn
  and of the ten ter zu señor señora señorita don doña`.split(/\s+/)
);

/** `Speaker 1`, `hablante 2`: with a number, whatever the case. */
const NUMBERED =
  /^(?:speaker|hablante|orador|oradora|locutor|locutora|participant|participante|persona|person|interlocutor|voice|voz|guest|invitado|invitada|user|usuario|sprecher|spk)[ _-]?(?:[0-9]{1,3}|[A-Z])$/i;

const WORD = /^[@#]?[\p{Lu}\p{Lt}\p{Lo}\d][\p{L}\p{M}\d'’.\-_/&]*,?$/u;

/** Whether words look like the name of someone: `Ana de la Torre`, `DR. GIL`. */
export function isName(words: string): boolean {
  if (NUMBERED.test(words)) return true;
  const bare = words.replace(/\s*\([^()]*\)\s*$/, "").trim();
  if (!/\p{L}/u.test(bare) || isNoSpeaker(bare)) return false;
  const parts = bare.split(/\s+/);
  if (parts.length > 8 || PARTICLES.has(parts[0])) return false;
  return parts.every((part) => WORD.test(part) || PARTICLES.has(part));
}

/** Whether it is one word in lower case: the role or the nick of a chat. */
export const isNick = (words: string): boolean =>
  /^@?\p{Ll}[\p{L}\d_.-]{0,30}$/u.test(words) && !isNoSpeaker(words);

function isNoSpeaker(words: string): boolean {
  if (NO_SPEAKER_PHRASES.test(words)) return true;
  const [first, ...rest] = words.toLowerCase().replace(/\./g, "").split(/\s+/);
  // "Step 2" says as little as "Step".
  return (
    NO_SPEAKERS.has(first) && rest.every((part) => /^\w$|^\d+$/.test(part))
  );
}
