import { Field, FileDrop, focusInvalidField, Select, Textarea } from '@assay/design-system'
import { type TranslationOrigin, translationLimits, translationOrigins } from '@assay/risk-service/fql/translation'
import { useEffect, useRef } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { QueryError } from '../../../platform/errors/page-error.tsx'
import type { useTranslation } from './use-translation.ts'

/** Names of products are not translated. */
const productNames: Record<TranslationOrigin, string> = {
  'stripe-radar': 'Stripe Radar',
  'json-rules-engine': 'json-rules-engine',
}
/** Bytes: a character of the limit may have several. */
const maxFileSize = translationLimits.characters * 3

/** Where the rules come from: pasted text or a file, and the product, which is guessed. */
export function TranslationSource({ source }: { source: ReturnType<typeof useTranslation> }) {
  const intl = useIntl()
  const { text, origin, fault, vocabulary, setText, setOrigin, readFile } = source
  const fields = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (fault) focusInvalidField(fields.current)
  }, [fault])
  const ofProduct = fault?.code === 'unknown' || fault?.code === 'payments'
  const message = fault ? (
    <FormattedMessage id={`Rules.Translate.Fault.${fault.code}`} values={fault.parameters} />
  ) : undefined
  return (
    <div ref={fields} className="flex flex-col gap-4">
      {vocabulary.isError ? <QueryError error={vocabulary.error} onRetry={() => void vocabulary.refetch()} /> : null}
      <Field
        label={<FormattedMessage id="Rules.Translate.Source" />}
        required
        {...(message !== undefined && !ofProduct ? { error: message } : {})}
      >
        <Textarea
          dir="ltr"
          rows={10}
          spellCheck={false}
          className="font-mono"
          value={text}
          onChange={event => setText(event.target.value)}
        />
      </Field>
      <FileDrop
        label={intl.formatMessage({ id: 'Rules.Translate.File' })}
        accept=".txt,.json,text/plain,application/json"
        acceptLabel="TXT, JSON"
        maxSize={maxFileSize}
        files={[]}
        onFilesAdd={([file]) => {
          if (file) void readFile(file)
        }}
      />
      <Field
        label={<FormattedMessage id="Rules.Translate.Product" />}
        required
        {...(message !== undefined && ofProduct ? { error: message } : {})}
      >
        <Select
          value={origin ?? ''}
          onValueChange={value => {
            const chosen = translationOrigins.find(each => each === value)
            if (chosen !== undefined) setOrigin(chosen)
          }}
          options={translationOrigins.map(value => ({ value, label: productNames[value] }))}
        />
      </Field>
    </div>
  )
}
