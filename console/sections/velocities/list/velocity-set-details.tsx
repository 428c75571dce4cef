import { Callout, KeyValue, KeyValueList, useFormat } from '@assay/design-system'
import type { VelocitySetSummary } from '@assay/risk-service/contract'
import { FormattedMessage } from 'react-intl'
import { BackfillProgress } from '../backfill-progress.tsx'

/** What is behind a set in the list. */
export function VelocitySetDetails({
  set,
  write,
  onChanged,
}: {
  set: VelocitySetSummary
  write: boolean
  onChanged: () => unknown
}) {
  const format = useFormat()
  return (
    <div className="flex max-w-prose flex-col gap-3">
      {set.broken ? (
        <Callout tone="danger" title={<FormattedMessage id="Velocities.Broken" />}>
          <FormattedMessage id="Velocities.BrokenText" />
        </Callout>
      ) : null}
      {set.backfill ? (
        <BackfillProgress setId={set.id} backfill={set.backfill} write={write} onChanged={onChanged} />
      ) : null}
      <KeyValueList termWidth="lg">
        <KeyValue term={<FormattedMessage id="Common.Description" />}>
          {set.system ? (
            <FormattedMessage id="Velocities.SystemText" />
          ) : set.description === '' ? undefined : (
            <span dir="auto">{set.description}</span>
          )}
        </KeyValue>
        <KeyValue term={<FormattedMessage id="Authoring.Condition" />}>
          {set.condition.trim() === '' ? <FormattedMessage id="Velocities.Every" /> : <Code text={set.condition} />}
        </KeyValue>
        {set.velocities.map(({ name, text }) => (
          <KeyValue
            key={name}
            term={
              <bdi dir="ltr" className="wrap-anywhere">
                {name}
              </bdi>
            }
          >
            <Code text={text} />
          </KeyValue>
        ))}
        {set.system ? null : (
          <KeyValue term={<FormattedMessage id="Authoring.Column.Changed" />}>
            <FormattedMessage
              id="Common.UserAndTime"
              values={{ user: <bdi key="user">{set.updatedBy}</bdi>, time: format.dateTime(set.updatedAt) }}
            />
          </KeyValue>
        )}
      </KeyValueList>
    </div>
  )
}

function Code({ text }: { text: string }) {
  return (
    <bdi dir="ltr" className="block font-mono text-xs wrap-anywhere whitespace-pre-wrap">
      {text.trim()}
    </bdi>
  )
}
