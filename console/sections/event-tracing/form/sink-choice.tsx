import { Field, Radio, RadioGroup } from '@assay/design-system'
import { type EventSink, eventSinks, type SinkList } from '@assay/risk-service/contract'
import { FormattedMessage } from 'react-intl'

interface SinkChoiceProps {
  value: EventSink
  /** Undefined while it is read: then those are offered that every installation has. */
  list: SinkList | undefined
  onChange: (sink: EventSink) => void
}

const everywhere: SinkList['sinks'] = [
  { kind: 'webhook', obstacle: null },
  { kind: 'pull', obstacle: null },
]

/** All sinks: one that the installation does not have is listed with the reason. */
export function SinkChoice({ value, list, onChange }: SinkChoiceProps) {
  return (
    <Field label={<FormattedMessage id="EventTracing.Sink" />}>
      <RadioGroup
        value={value}
        onValueChange={chosen => {
          const sink = eventSinks.find(kind => kind === chosen)
          if (sink !== undefined) onChange(sink)
        }}
      >
        {(list?.sinks ?? everywhere).map(({ kind, obstacle }) => (
          <Radio
            key={kind}
            value={kind}
            disabled={obstacle !== null}
            label={<FormattedMessage id={`EventTracing.Sink.${kind}`} />}
            description={
              <FormattedMessage
                id={obstacle === null ? `EventTracing.Sink.${kind}.Text` : `EventTracing.Obstacle.${obstacle}`}
              />
            }
          />
        ))}
      </RadioGroup>
    </Field>
  )
}
