import type { ContrastAttribute, ContrastCell, ContrastLabel, ContrastSet } from './types.ts'

/**
 * The texts of an attribute by event, as numbers: a code, -1 for no value, else a list of codes (see `listOf`). It ends
 * with the last event that has a value: most attributes of a schema are used by nobody.
 */
export interface TextColumn {
  kind: 'text'
  codes: number[]
  lists: (readonly number[])[]
  /** The spelling of each code that is shown. */
  texts: string[]
}

/** The numbers of an attribute by event, as far: NaN for none; events with several have NaN, too, and are in `several`. */
export interface NumberColumn {
  kind: 'number'
  numbers: number[]
  several: Map<number, readonly number[]>
}

export type ContrastColumn = TextColumn | NumberColumn

/** Events of both sets by columns: their values can be counted without looking at the events again. */
export interface ContrastTable {
  readonly attributes: readonly ContrastAttribute[]
  readonly columns: readonly ContrastColumn[]
  /** 1 for an event of A, 0 for one of B. */
  readonly inA: readonly number[]
  /** 1 for fraud, 0 for no fraud, -1 without a label. */
  readonly labels: readonly number[]
  /**
   * Adds an event.
   * @param cells what it has in each attribute, in their order
   */
  add: (set: ContrastSet, cells: readonly ContrastCell[], label: ContrastLabel) => void
  /** Adds an attribute, of which the events before have no value. Returns its index. */
  addAttribute: (attribute: ContrastAttribute) => number
}

/** Returns the list of codes that a code of a text column stands for: of an event with several values. */
export const listOf = (column: TextColumn, code: number): readonly number[] => column.lists[-2 - code] ?? []

/** Creates a table without events. */
export function createContrastTable(initial: readonly ContrastAttribute[]): ContrastTable {
  const inA: number[] = []
  const labels: number[] = []
  const attributes: ContrastAttribute[] = []
  const columns: ContrastColumn[] = []
  const writers: Writer[] = []
  function addAttribute(attribute: ContrastAttribute): number {
    const writer = attribute.kind === 'text' ? textWriter() : numberWriter()
    writers.push(writer)
    columns.push(writer.column)
    return attributes.push(attribute) - 1
  }
  for (const attribute of initial) addAttribute(attribute)
  return {
    attributes,
    columns,
    inA,
    labels,
    add(set, cells, label) {
      const event = inA.length
      for (let index = 0; index < writers.length; index++) {
        const cell = cells[index]
        if (cell !== null && cell !== undefined) writers[index]?.write(event, cell)
      }
      inA.push(set === 'a' ? 1 : 0)
      labels.push(label === null ? -1 : label ? 1 : 0)
    },
    addAttribute,
  }
}

interface Writer {
  column: ContrastColumn
  write: (event: number, cell: NonNullable<ContrastCell>) => void
}

/** Texts are the same without letter case and surrounding blanks, as in a search; an empty one is no value. */
const normalise = (text: string): string => text.trim().toLowerCase()

function textWriter(): Writer {
  const column: TextColumn = { kind: 'text', codes: [], lists: [], texts: [] }
  const bySpelling = new Map<string, number>()
  const byText = new Map<string, number>()

  function learn(spelling: string): number {
    const text = normalise(spelling)
    let code = -1
    if (text !== '') {
      code = byText.get(text) ?? column.texts.length
      byText.set(text, code)
      const shown = spelling.trim()
      // Of several spellings the first in the alphabet is shown, whatever the order of the events.
      const other = column.texts[code]
      if (other === undefined || shown < other) column.texts[code] = shown
    }
    bySpelling.set(spelling, code)
    return code
  }
  const codeOf = (spelling: string): number => bySpelling.get(spelling) ?? learn(spelling)

  return {
    column,
    write(event, cell) {
      while (column.codes.length < event) column.codes.push(-1)
      column.codes.push(
        typeof cell === 'object' ? codeOfSeveral(cell.map(each => codeOf(String(each)))) : codeOf(String(cell)),
      )
    },
  }

  function codeOfSeveral(codes: readonly number[]): number {
    const distinct = [...new Set(codes)].filter(code => code >= 0)
    if (distinct.length < 2) return distinct[0] ?? -1
    column.lists.push(distinct)
    return -1 - column.lists.length
  }
}

function numberWriter(): Writer {
  const column: NumberColumn = { kind: 'number', numbers: [], several: new Map() }
  return {
    column,
    write(event, cell) {
      while (column.numbers.length < event) column.numbers.push(Number.NaN)
      const values = (Array.isArray(cell) ? cell : [cell]).filter(each => each !== null)
      const numbers = values.filter((each): each is number => typeof each === 'number' && Number.isFinite(each))
      // What is no number is a value all the same, outside of every range.
      if (numbers.length > 1 || (values.length > 0 && numbers.length === 0)) column.several.set(event, numbers)
      column.numbers.push(numbers.length === 1 ? (numbers[0] ?? Number.NaN) : Number.NaN)
    },
  }
}
