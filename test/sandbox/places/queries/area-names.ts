// Settlements beside their first-level area as people shorten it, by a name it had before, or by a part of its
// name. Columns as for settlements. Written before any of these names were known to the search.

export const areaNameQueries = `
  köln nrw                  | Köln, Germany
  dortmund nrw              | Dortmund, Germany
  stuttgart bawü            | Stuttgart, Germany
  karlsruhe bawü            | Karlsruhe, Germany
  mainz rlp                 | Mainz, Germany
  hannover nds              | Hannover, Germany
  rostock meckpomm          | Rostock, Germany
  münster westfalen         | Münster, Germany
  stuttgart württemberg     | Stuttgart, Germany
  kiel holstein             | Kiel, Germany
  trier pfalz               | Trier, Germany
  los angeles calif         | Los Angeles, United States
  sacramento calif          | Sacramento, United States
  philadelphia penna        | Philadelphia, United States
  boston mass               | Boston, United States
  springfield mass          | Springfield, Massachusetts, United States
  miami fla                 | Miami, United States
  denver colo               | Denver, United States
  hartford conn             | Hartford, Connecticut, United States
  nashville tenn            | Nashville, United States
  seattle wash              | Seattle, United States
  portland ore              | Portland, Oregon, United States
  detroit mich              | Detroit, United States
  springfield ill           | Springfield, Illinois, United States
  houston tex               | Houston, United States
  toronto ont               | Toronto, Canada
  london ont                | London, Ontario, Canada
  montreal que              | Montréal, Canada
  calgary alta              | Calgary, Canada
  charlottetown pei         | Charlottetown, Canada
  yellowknife nwt           | Yellowknife, Canada
  regina sask               | Regina, Canada
  durban kzn                | Durban, South Africa
  pietermaritzburg natal    | Pietermaritzburg, South Africa
  peshawar kpk              | Peshawar, Pakistan
  ciudad de méxico cdmx     | Mexico City, Mexico
  belfast ni                | Belfast, United Kingdom
  marseille paca            | Marseille, France
  nice paca                 | Nice, France
  lyon aura                 | Lyon, France
  lyon rhône-alpes          | Lyon, France
  grenoble rhône-alpes      | Grenoble, France
  clermont-ferrand auvergne | Clermont-Ferrand, France
  nice provence             | Nice, France
  strasbourg alsace         | Strasbourg, France
  mulhouse alsace           | Mulhouse, France
  nancy lorraine            | Nancy, France
  metz lorraine             | Metz, France
  reims champagne-ardenne   | Reims, France
  amiens picardie           | Amiens, France
  lille nord-pas-de-calais  | Lille, France
  toulouse midi-pyrénées    | Toulouse, France
  montpellier languedoc-roussillon | Montpellier, France
  nîmes languedoc           | Nîmes, France
  limoges limousin          | Limoges, France
  poitiers poitou-charentes | Poitiers, France
  bordeaux aquitaine        | Bordeaux, France
  dijon bourgogne           | Dijon, France
  besançon franche-comté    | Besançon, France
  rouen haute-normandie     | Rouen, France
  caen basse-normandie      | Caen, France
  orléans centre            | Orléans, France
  bologna emilia            | Bologna, Italy
  ravenna romagna           | Ravenna, Italy
  trieste friuli            | Trieste, Italy
  trento alto adige         | Trento, Italy
  albacete la mancha        | Albacete, Spain
  bhubaneswar orissa        | Bhubaneshwar, India
  dehradun uttaranchal      | Dehra Dun, India
  oaxaca oax                | Oaxaca, Mexico
`;

/** A name beside an area it does not lie in, or beside a part of a name that names none. */
export const areaNameNonsense = `
  köln bawü
  lyon alsace
  boston calif
  toronto que
  strasbourg paca
  dortmund holstein
  hamburg nrw
  lille provence
  chicago penna
  dijon romagna
`;
