// Replaces names in braces in a row with values, for example `{key}`, `{licensee}` and the names in the row's `each`.

export type Variables = Record<string, unknown>;

const placeholder = /\{([a-z_]+)\}/g;

function valueNamed(name: string, variables: Variables): unknown {
  if (!Object.hasOwn(variables, name)) throw new Error(`No value for {${name}}`);
  return variables[name];
}

/** Returns the long string for `{"$repeat": ["x", 65537]}`, or undefined for any other object. */
function repeated(value: object): string | undefined {
  const { $repeat: parts } = value as { $repeat?: [text: string, count: number] };
  return parts?.[0].repeat(parts[1]);
}

function filledText(text: string, variables: Variables): unknown {
  const [name] = /^\{([a-z_]+)\}$/.exec(text)?.slice(1) ?? [];
  if (name !== undefined) return valueNamed(name, variables);
  return text.replace(placeholder, (_, part: string) => String(valueNamed(part, variables)));
}

/** Returns a part of a row with values instead of names. A string that is only a name becomes a value of any type. */
export function fill<T>(part: T, variables: Variables): T {
  const filled = (value: unknown): unknown => {
    if (typeof value === 'string') return filledText(value, variables);
    if (Array.isArray(value)) return value.map(filled);
    if (typeof value !== 'object' || value === null) return value;
    const entries = Object.entries(value).map(([name, member]) => [name, filled(member)]);
    return repeated(value) ?? Object.fromEntries(entries);
  };
  return filled(part) as T;
}
