// Places outside the states that the post serves like a state. GeoNames has their ZIP codes in other tables
// than those of the packages; these ZIP codes are in use.

/** Rows of cities.tsv: city, abbreviation, latitude, longitude, population, ZIP codes with their places. */
export const territories = `
San Juan|PR|18.4663|-66.1057|342259|00901 18.465 -66.105;00907 18.456 -66.079;00909 18.443 -66.067;00911 18.452 -66.055
Ponce|PR|18.0115|-66.6140|137491|00716 17.999 -66.600;00717 18.005 -66.613;00730 18.013 -66.619
Bayamon|PR|18.3986|-66.1557|185187|00956 18.341 -66.167;00959 18.390 -66.160;00961 18.410 -66.165
Caguas|PR|18.2341|-66.0485|127244|00725 18.234 -66.037
Mayaguez|PR|18.2013|-67.1397|73077|00680 18.203 -67.140;00682 18.210 -67.150
Saint Thomas|VI|18.3419|-64.9307|51634|00802 18.342 -64.930
Christiansted|VI|17.7466|-64.7032|2433|00820 17.747 -64.703
Hagatna|GU|13.4757|144.7489|1051|96910 13.474 144.750
Dededo|GU|13.5178|144.8391|44943|96929 13.541 144.882
Pago Pago|AS|-14.2756|-170.7020|3656|96799 -14.278 -170.701
Saipan|MP|15.1850|145.7467|48220|96950 15.186 145.746
`
  .trim()
  .split('\n')
  .map((line) => {
    const cells = line.split('|');
    return [...cells.slice(0, 5), cells[5].replaceAll(';', '|')];
  });
