import { SegmentedControl, Select, Skeleton } from '@assay/design-system'
import { CodeEditor, jsonLanguage } from '@assay/design-system/editor'
import { useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import type { EventVocabulary, EventVocabularyState } from '../../../platform/authoring/fql/use-event-vocabulary.ts'
import { serialiseJsonObject } from '../../../platform/authoring/sample/json-object.ts'
import { QueryError } from '../../../platform/errors/page-error.tsx'

const language = jsonLanguage()

interface SamplePaneProps {
  vocabulary: EventVocabularyState
  event: EventVocabulary | undefined
  onEvent: (name: string) => void
}

/** What an event brings, and what the service adds to it: both can be named in a velocity. */
export function SamplePane({ vocabulary, event, onEvent }: SamplePaneProps) {
  const intl = useIntl()
  const [part, setPart] = useState<'payload' | 'enrichment'>('payload')
  const label = intl.formatMessage({ id: `Velocities.Sample.${part}` })
  return (
    <>
      <div className="flex min-h-bar shrink-0 flex-wrap items-center gap-2 px-4 pbe-1">
        <h2 className="font-semibold">
          <FormattedMessage id="Authoring.Sample.Title" />
        </h2>
        {event ? (
          <span className="ms-auto w-1/2 min-w-0">
            <Select
              size="sm"
              aria-label={intl.formatMessage({ id: 'Velocities.Sample.Event' })}
              value={event.name}
              onValueChange={onEvent}
              options={vocabulary.events.map(each => ({ value: each.name, label: each.label }))}
            />
          </span>
        ) : null}
      </div>
      {vocabulary.error ? (
        <QueryError error={vocabulary.error} onRetry={vocabulary.retry} />
      ) : event === undefined ? (
        <div className="p-4" aria-busy="true">
          <Skeleton className="h-2 w-1/2" />
        </div>
      ) : (
        <>
          <div className="shrink-0 px-4 pbe-2">
            <SegmentedControl
              label={intl.formatMessage({ id: 'Velocities.Sample.Part' })}
              value={part}
              onValueChange={setPart}
              segments={[
                { value: 'payload', label: <FormattedMessage id="Velocities.Sample.payload" /> },
                { value: 'enrichment', label: <FormattedMessage id="Velocities.Sample.enrichment" /> },
              ]}
            />
          </div>
          <CodeEditor
            className="min-h-[7.5rem] flex-1"
            documentId={`${event.name} ${part}`}
            label={label}
            value={serialiseJsonObject(event[part])}
            readOnly
            language={language}
          />
        </>
      )}
    </>
  )
}
