// Large data as a text that is parsed at run time: that is faster than code, and takes less space where code
// is compiled ahead, as in the executable.

/** The plugin for the metadata of libphonenumber-js. */
export const asJson = {
  name: 'as-json',
  transform(code, id) {
    if (!/[\\/]metadata\.[a-z]+\.json\.js$/.test(id)) return null;
    const data = /export default (\{[\s\S]*\})\s*;?\s*$/.exec(code)?.[1];
    if (data === undefined) throw new Error(`${id} holds more than data.`);
    const text = JSON.stringify(JSON.parse(data));
    return { code: `export default JSON.parse(${JSON.stringify(text)});`, map: null };
  },
};
