/**
 * Abbreviations after which a full stop does not end a sentence, in English
 * and Spanish, lower case, without the stop. Those that often do end one
 * ("etc.", "p. m.") are in `maybeFinal`: they end it when a capital follows.
 */
export const neverFinal = new Set(
  `mr mrs ms dr prof rev hon st jr sr gen col capt lt sgt gov sen rep pres
  vs viz cf e.g i.e eg ie al fig figs eq eqs sec ch vol vols ed eds pp
  approx est dept univ inc ltd corp co mt ft
  jan feb mar apr jun jul aug sep sept oct nov dec
  sra srta sres sras dra dres dras d dn dña dª excmo excma ilmo ilma lic ing
  arq prof profa fr fray mons gral cnel cap cmdte tte
  art arts artº núm núms nº n.º pág págs párr apdo cap caps vol vols tít
  inc disp ap cía admón avda av c/ ctra pza plza urb dcha izq
  ej p.ej p vid v.gr n.b aprox tel tfno ext máx mín prom ref
  ee ff rr jj aa ss cc
  ene abr ago`.split(/\s+/)
);

/** See `neverFinal`. */
export const maybeFinal = new Set(
  `etc no uu a.m p.m m u.s u.k u.s.a a.c d.c s.a s.l s.a.u bros cía
  ed hnos dept min seg kg km cm mm`.split(/\s+/)
);
