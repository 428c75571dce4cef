const prefix = 'value '

/** The key of a value in charts and tables; an empty value stands for all others. */
export const keyOfValue = (value: string): string => (value === '' ? 'rest' : prefix + value)

/** The value of a key; null for all others. */
export const valueOfKey = (key: string | null): string | null =>
  key?.startsWith(prefix) === true ? key.slice(prefix.length) : null
