import { FormattedMessage, type IntlShape } from 'react-intl'

/** What a record is about, in the order of the filter. */
export const timelineKinds = ['event', 'rules', 'routing', 'observation', 'label', 'case', 'note', 'list'] as const
export type TimelineKind = (typeof timelineKinds)[number]

/** Something that happened around an event. Its sentence is a message, so that it can be shown and exported. */
export interface TimelineRecord {
  key: string
  kind: TimelineKind
  /** ISO time. */
  at: string
  /** Name of the person; null: the service, the merchant or the bank. */
  by: string | null
  messageId: string
  /** Values of the message, formatted. */
  values: Readonly<Record<string, string | number>>
  /** Further lines, formatted. */
  details: readonly string[]
}

/** The value by which a message chooses among its forms; it is never shown. */
const keywords: ReadonlySet<string> = new Set(['change', 'answer'])

/** The sentence of a record on screen: its values keep their own direction. */
export function RecordText({ record: { messageId, values } }: { record: TimelineRecord }) {
  return (
    <FormattedMessage
      id={messageId}
      values={Object.fromEntries(
        Object.entries(values).map(([name, value]) => [
          name,
          // The message itself formats a number and compares a keyword.
          typeof value === 'number' || keywords.has(name) ? value : <bdi key={name}>{value}</bdi>,
        ]),
      )}
    />
  )
}

/** Returns the sentence of a record as plain text. */
export const recordText = ({ messageId, values }: TimelineRecord, intl: IntlShape): string =>
  intl.formatMessage({ id: messageId }, values)

/** Returns records with the latest first; those of the same moment stay in their order. */
export const sortRecords = (records: readonly TimelineRecord[]): TimelineRecord[] =>
  records.toSorted((a, b) => Date.parse(b.at) - Date.parse(a.at))
