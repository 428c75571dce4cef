import { Select } from '@assay/design-system'
import { CodeEditor, jsonLanguage } from '@assay/design-system/editor'
import type { FunctionBody } from '@assay/risk-service/contract'
import { FormattedMessage, useIntl } from 'react-intl'
import type { EventVocabularyState } from '../../../platform/authoring/fql/use-event-vocabulary.ts'
import { useJsonText } from '../../../platform/authoring/sample/use-json-text.ts'
import { QueryError } from '../../../platform/errors/page-error.tsx'

const language = jsonLanguage()

interface SamplePaneProps {
  functionId: string
  sample: FunctionBody['sample']
  vocabulary: EventVocabularyState
  onSample: (sample: FunctionBody['sample']) => void
}

/** The event that the function is tried with: a guide, as any event can call it. */
export function SamplePane({ functionId, sample, vocabulary, onSample }: SamplePaneProps) {
  const intl = useIntl()
  const json = useJsonText(
    sample.payload,
    payload => {
      onSample({ ...sample, payload })
      return payload
    },
    `functions/sample/${functionId}`,
  )
  const { events } = vocabulary
  const choose = (name: string) => {
    const event = events.find(each => each.name === name)
    if (!event) return
    json.reset()
    onSample({ eventType: event.name, payload: event.payload })
  }
  const event = events.find(({ name }) => name.toLowerCase() === sample.eventType.toLowerCase())
  return (
    <>
      <div className="flex min-h-bar shrink-0 flex-wrap items-center gap-2 px-4 pbe-1">
        <h2 className="font-semibold">
          <FormattedMessage id="Authoring.Sample.Title" />
        </h2>
        {events.length > 0 ? (
          <span className="ms-auto w-1/2 min-w-0">
            <Select
              size="sm"
              aria-label={intl.formatMessage({ id: 'Functions.Sample.Event' })}
              {...(event ? { value: event.name } : {})}
              onValueChange={choose}
              options={events.map(each => ({ value: each.name, label: each.label }))}
            />
          </span>
        ) : null}
      </div>
      {vocabulary.error ? <QueryError error={vocabulary.error} onRetry={vocabulary.retry} /> : null}
      {json.broken ? (
        <p role="alert" className="px-4 pbe-1 text-xs text-danger-text">
          <FormattedMessage id="Authoring.Sample.Invalid" />
        </p>
      ) : null}
      <CodeEditor
        className="min-h-[7.5rem] flex-1"
        label={intl.formatMessage({ id: 'Authoring.Sample.Label' })}
        value={json.text}
        onValueChange={json.change}
        language={language}
      />
    </>
  )
}
