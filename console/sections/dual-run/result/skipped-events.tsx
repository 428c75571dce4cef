import { Heading } from '@assay/design-system'
import type { DualRunReport } from '@assay/risk-service/contract'
import { FormattedMessage } from 'react-intl'

/** In the order of the list. */
const reasons = [
  'unreadable',
  'noAnswer',
  'noTime',
  'invalid',
  'unknownType',
  'otherEnvironment',
  'duplicates',
  'dataEvents',
] as const

const noteIds: Record<DualRunReport['notes'][number], string> = {
  calls: 'DualRun.Note.calls',
  remoteLists: 'DualRun.Note.remoteLists',
  devices: 'Rules.Backtest.Note.devices',
  random: 'Rules.Backtest.Note.random',
  otherEvents: 'Rules.Backtest.Note.otherEvents',
}

/** What was not compared, and which inputs the replay does not have as they were. */
export function SkippedEvents({
  report: { skipped, outOfOrder, notes },
}: {
  report: Pick<DualRunReport, 'skipped' | 'outOfOrder' | 'notes'>
}) {
  const counted = reasons.filter(reason => skipped[reason] > 0)
  if (counted.length + skipped.words.length + outOfOrder + notes.length === 0) return null
  return (
    <section className="flex min-w-0 flex-col gap-2">
      <Heading level={3} size="md">
        <FormattedMessage id="DualRun.Skipped" />
      </Heading>
      <ul className="flex list-disc flex-col gap-1 ps-5 text-sm">
        {counted.map(reason => (
          <li key={reason}>
            <FormattedMessage
              id={`DualRun.Skipped.${reason}`}
              values={{ count: skipped[reason], lines: skipped.unreadableLines.join(', ') }}
            />
          </li>
        ))}
        {skipped.words.map(({ word, events }) => (
          <li key={word}>
            <FormattedMessage
              id="DualRun.Skipped.word"
              values={{ count: events, word: <bdi key="word">{word}</bdi> }}
            />
          </li>
        ))}
        {outOfOrder === 0 ? null : (
          <li>
            <FormattedMessage id="DualRun.OutOfOrder" values={{ count: outOfOrder }} />
          </li>
        )}
        {notes.map(note => (
          <li key={note}>
            <FormattedMessage id={noteIds[note]} />
          </li>
        ))}
      </ul>
    </section>
  )
}
