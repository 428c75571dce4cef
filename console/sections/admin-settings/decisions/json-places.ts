export type JsonPath = readonly (string | number)[]

/** Where a value stands in a text. */
interface JsonPlace {
  from: number
  to: number
}

const keyOf = (path: JsonPath): string => JSON.stringify(path)

/** Finds values in a text of JSON by their paths. */
export interface JsonPlaces {
  /** Place of a value; of the nearest one around it when it is missing. */
  find: (path: JsonPath) => JsonPlace
  /** Paths of properties that their object names a second time: only the last one counts. */
  repeated: readonly JsonPath[]
}

/** Reads the places of all values of a text that `JSON.parse` accepts. */
export function readJsonPlaces(text: string): JsonPlaces {
  const places = new Map<string, JsonPlace>()
  const repeated: JsonPath[] = []
  let at = 0
  const skipBlanks = () => {
    while (/\s/.test(text.charAt(at))) at++
  }
  const readString = (): string => {
    const from = at++
    while (text.charAt(at) !== '"') at += text.charAt(at) === '\\' ? 2 : 1
    at++
    return JSON.parse(text.slice(from, at)) as string
  }
  /** Reads members up to the closing mark; `readMember` stands at the first character of one. */
  const readMembers = (close: '}' | ']', readMember: () => void) => {
    at++
    skipBlanks()
    while (text.charAt(at) !== close) {
      readMember()
      skipBlanks()
      if (text.charAt(at) === ',') at++
      skipBlanks()
    }
    at++
  }
  const readValue = (path: JsonPath): void => {
    skipBlanks()
    const from = at
    const first = text.charAt(at)
    if (first === '{') {
      const names = new Set<string>()
      readMembers('}', () => {
        const name = readString()
        const member = [...path, name]
        if (names.has(name)) repeated.push(member)
        names.add(name)
        skipBlanks()
        at++
        readValue(member)
      })
    } else if (first === '[') {
      let index = 0
      readMembers(']', () => readValue([...path, index++]))
    } else if (first === '"') readString()
    else while (/[^\s,\]}]/.test(text.charAt(at))) at++
    places.set(keyOf(path), { from, to: at })
  }
  readValue([])
  return {
    repeated,
    find: path => {
      for (let length = path.length; length > 0; length--) {
        const place = places.get(keyOf(path.slice(0, length)))
        if (place !== undefined) return place
      }
      return places.get(keyOf([])) ?? { from: 0, to: text.length }
    },
  }
}

/** A path as it is shown: `queueDecisions[1].reasons[0]`. */
export const shownPath = (path: JsonPath): string =>
  path.reduce<string>(
    (text, step) => (typeof step === 'number' ? `${text}[${step}]` : text === '' ? step : `${text}.${step}`),
    '',
  )
