const ENGLISH = `
  a about after all also am an and any are as at be because been before being
  between both but by can could did do does doing down during each for from
  further had has have having he her here hers him his how i if in into is it
  its itself just me more most my no nor not now of off on once only or other
  our out over own same she should so some such than that the their them then
  there these they this those through to too under until up very was we were
  what when where which while who whom whose why will with would you your
`;

// Without accents, as they are compared.
const SPANISH = `
  al algo algun alguna algunas alguno algunos ante antes aquel aquella aquellos
  aqui asi aun aunque bajo cada como con contra cual cuales cualquier cuando
  cuanta cuantas cuanto cuantos de del desde donde dos durante e el ella ellas
  ellos en entre era eran es esa esas ese eso esos esta estan estas este esto
  estos fue fueron ha habia hacia han hasta hay la las le les lo los mas me mi
  mientras muy ni no nos o otra otras otro otros para pero por porque pues que
  quien quienes se segun ser si sido sin sino sobre solo son su sus tal tambien
  tan tanto te tiene toda todas todo todos tras tu u un una unas uno unos y ya
`;

/** Words of questions and sentences that say nothing of what is asked. */
export const FUNCTION_WORDS: ReadonlySet<string> = new Set(
  `${ENGLISH} ${SPANISH}`.trim().split(/\s+/)
);
