import { Checkbox, CheckboxGroup } from '@assay/design-system'
import { type EventKind, type EventKindDescription, eventKinds } from '@assay/risk-service/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { FormattedMessage } from 'react-intl'
import { api } from '../../../platform/api/client.ts'
import { useEnvironment } from '../../../platform/environments/environments.tsx'
import { useTracingTexts } from '../use-tracing-texts.ts'

interface EventKindPickerProps {
  kinds: readonly EventKind[]
  onChange: (kinds: readonly EventKind[]) => void
}

/** Kinds of events to choose from, each with what it is and a sample of it as JSON. */
export function EventKindPicker({ kinds, onChange }: EventKindPickerProps) {
  const texts = useTracingTexts()
  return (
    <CheckboxGroup>
      {eventKinds.map(kind => (
        <div key={kind} className="flex flex-col gap-1">
          <Checkbox
            label={texts.kind(kind)}
            description={<FormattedMessage id={`EventTracing.Kind.${kind}.Text`} />}
            checked={kinds.includes(kind)}
            onCheckedChange={checked =>
              onChange(eventKinds.filter(each => (each === kind ? checked === true : kinds.includes(each))))
            }
          />
          <KindSample kind={kind} name={texts.kind(kind)} />
        </div>
      ))}
    </CheckboxGroup>
  )
}

/** A sample of a kind, which is read when it is opened for the first time. */
function KindSample({ kind, name }: { kind: EventKind; name: string }) {
  const { id: environmentId } = useEnvironment()
  const [isOpen, setOpen] = useState(false)
  const query = useQuery(
    api.eventSubscriptions.kinds.queryOptions({
      input: { environmentId },
      enabled: isOpen,
      staleTime: Number.POSITIVE_INFINITY,
    }),
  )
  const described = query.data as EventKindDescription[] | undefined
  const sample = described?.find(each => each.kind === kind)?.sample
  return (
    <details className="ps-6 text-sm" onToggle={event => setOpen(event.currentTarget.open)}>
      <summary className="w-fit cursor-pointer rounded-mark text-link focus-ring">
        <FormattedMessage id="EventTracing.Kind.Sample" values={{ name }} />
      </summary>
      {!isOpen ? null : query.isError ? (
        <p className="mbs-1 text-fg-secondary">
          <FormattedMessage id="EventTracing.Kind.Sample.Failed" />
        </p>
      ) : sample === undefined ? null : (
        <pre
          dir="ltr"
          role="region"
          aria-label={name}
          tabIndex={0}
          className="mbs-2 max-h-[16rem] overflow-auto rounded-control bg-surface-sunken p-3 font-mono text-xs focus-ring"
        >
          {JSON.stringify(sample, null, 2)}
        </pre>
      )}
    </details>
  )
}
