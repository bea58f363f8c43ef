// Bundles large data as JSON text that the bundle parses at run time. Parsing JSON is faster than running the same data
// as code. The text also makes the executable smaller, because compiled code is larger than text.

/** The bundler plugin for the metadata of libphonenumber-js. */
export const asJson = {
  name: 'as-json',
  transform(code, id) {
    if (!/[\\/]metadata\.[a-z]+\.json\.js$/.test(id)) return null;
    const data = /export default (\{[\s\S]*\})\s*;?\s*$/.exec(code)?.[1];
    if (data === undefined) throw new Error(`${id} contains more than data.`);
    const text = JSON.stringify(JSON.parse(data));
    return { code: `export default JSON.parse(${JSON.stringify(text)});`, map: null };
  },
};
