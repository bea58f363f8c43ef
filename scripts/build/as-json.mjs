// Bundles large data as text that is parsed at run time. Parsing text is faster than running code. The text is also
// smaller than code if code is compiled in advance, as in the executable.

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
