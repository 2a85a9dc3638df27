/**
 * Abbreviations after which a full stop does not end a sentence, in English
 * and Spanish, lower case, without the stop. Those that often do end one
 * ("etc.", "p. m.") are in `maybeFinal`: they end it when a capital follows.
 */
export const neverFinal = new Set(
  `mr mrs ms messrs dr prof hon st jr sr capt lt maj sgt cmdr pres
  vs v viz cf ca e.g i.e eg ie al eq eqs ch vol vols ed eds pp nos
  approx dept univ inc ltd corp co ft ave blvd
  jan feb apr jun jul aug sept oct nov
  sra srta sres sras dra dres dras d dn d.ª dña dª excmo excma ilmo ilma lic ing
  sto sta ntra rvdo rvda hno hna mtro mtra sgto almte pte
  arq profa fr fray mons gral cnel cmdte tte
  artº núm núms nº n.º pág págs párr apdo tít
  disp ap cía ltda admón av avda c/ ctra pza plza urb dcha izq depto dpto
  ej p.ej p vid op v.gr n.b aprox tel tfno ext máx mín
  ee ff rr jj aa ss cc
  ene abr ago`.split(/\s+/)
);

/**
 * Abbreviations that are words of their own as well ("el mar", "a cap"): they
 * end no sentence where a number follows ("art. 5"), or where they begin with
 * a capital ("Gen. Lee").
 */
export const wordsToo = new Set(
  `art arts cap caps col dec est fig figs gen gov mar mt prom ref rep rev sec
  sen sep`.split(/\s+/)
);

/** See `neverFinal`. */
export const maybeFinal = new Set(
  `etc no a.m p.m m a.c d.c s.a s.l s.a.u bros cía
  ed hnos dept min seg kg km cm mm`.split(/\s+/)
);

/**
 * Countries, which stand in front of names as well ("the U.S. Army"): they end
 * a sentence where the next one begins with a word that is no name ("The").
 */
export const countries = new Set("u.s u.k u.s.a e.u uu".split(" "));
