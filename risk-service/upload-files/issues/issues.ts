import { isSensitive } from '../cells/sensitive-cell.ts'

/** What can be wrong with a file, as sentences; `{name}` is a parameter. */
const uploadMessages = {
  'U-01': 'Choose a .csv or .tsv file.',
  'U-02': 'The file is larger than 10 GB. Split it and upload the parts one after another.',
  'U-03': 'The file has no data rows.',
  'U-04': 'The file is not UTF-8 text.',
  'U-05': 'The delimiter could not be detected. Choose comma, semicolon or tab.',
  'U-06': "Column name '{c}' appears more than once.",
  'U-07':
    'Row {n} has {count} values, expected {expected}. Check that delimiters and line breaks inside values are quoted.',
  'U-08': 'Row {n} has a quoted value that is not closed.',
  'U-10': "Map a column to '{a}'.",
  'U-11': "'{a}' is empty in row {n}.",
  'U-12': "'{v}' in '{a}', row {n}, is not an ISO 8601 date and time.",
  'U-13': "'{v}' in '{a}', row {n}, is not a number.",
  'U-13-whole': "'{v}' in '{a}', row {n}, is not a whole number.",
  'U-14': "'{v}' in '{a}', row {n}, has more than two decimals.",
  'U-15': "'{v}' in '{a}', row {n}, must be True or False.",
  'U-16': "'{v}' in '{a}', row {n}, is not one of: {list}.",
  'U-17': "'{v}' in '{a}', row {n}, is not a valid {format}.",
  'U-18': "'{a}' in row {n} is longer than {max} characters.",
  'U-19': "'{a}' in row {n} is not valid JSON.",
  'U-20': "Row {n}, '{a}': looks like a full card number or social security number. Remove it and upload again.",
  'U-21': 'The saved mapping uses columns that are not in this file: {list}.',
  'U-22': "Row {n}: no {parent} row with {key} '{v}'.",
  'U-23': 'Row {n} repeats the key {key}; the last row is used.',
  'U-24': "'{v}' in '{a}', row {n}, is more than 24 hours in the future.",
  'U-30': 'Something went wrong while processing. Try again. ({id})',
  'U-40': 'At least one full month of transactions is needed. The file covers {from} to {to}.',
} as const

type MessageId = keyof typeof uploadMessages
export type UploadCode = Exclude<MessageId, 'U-13-whole'>

export interface UploadIssue {
  code: UploadCode
  severity: 'error' | 'warning'
  /** Number of the row as a spreadsheet counts: the first row of the file is 1, also if it is the header. */
  row: number | null
  /** Name of the column in the file, and the attribute that it is mapped to. */
  column: string | null
  attribute: string | null
  value: string | null
  /** Why, where the code alone does not say it, such as the encoding that was found. */
  detail: string | null
  messageId: MessageId
  params: Readonly<Record<string, string | number>>
}

interface IssueFacts {
  severity?: UploadIssue['severity']
  row?: number
  column?: string
  attribute?: string
  value?: string
  detail?: string
  messageId?: MessageId
  params?: Readonly<Record<string, string | number>>
}

/** Characters of a value that an issue shows. */
const maxValue = 200

/**
 * Returns a value, or a name of a column, as it is shown: shortened, a card number masked. A copy: a piece of a larger
 * text would retain all of it.
 */
export function shownValue(value: string): string {
  if (isSensitive(value)) return '*'.repeat(value.length)
  const short = value.length > maxValue ? `${value.slice(0, maxValue).replace(/[\ud800-\udbff]$/, '')}…` : value
  return JSON.parse(JSON.stringify(short)) as string
}

export function createIssue(code: UploadCode, facts: IssueFacts = {}): UploadIssue {
  const value = facts.value === undefined ? null : shownValue(facts.value)
  const column = facts.column === undefined ? null : shownValue(facts.column)
  const { row = null, attribute = null } = facts
  return {
    code,
    severity: facts.severity ?? 'error',
    row,
    column,
    attribute,
    value,
    detail: facts.detail ?? null,
    messageId: facts.messageId ?? code,
    params: {
      ...(row === null ? {} : { n: row }),
      ...(attribute === null ? {} : { a: attribute }),
      ...(value === null ? {} : { v: value }),
      ...facts.params,
    },
  }
}

/** Returns the id of the sentence for a value of an attribute of this type. */
export const messageIdOf = (code: UploadCode, type: string | undefined): MessageId =>
  code === 'U-13' && type === 'int' ? 'U-13-whole' : code

/** Returns the sentence of an issue. */
export const issueMessage = ({ messageId, params }: Pick<UploadIssue, 'messageId' | 'params'>): string =>
  uploadMessages[messageId].replace(/\{(\w+)\}/g, (_all, name: string) => String(params[name] ?? ''))
