import { CopyButton, Field, Select } from '@assay/design-system'
import type { AssessmentTarget } from '@assay/risk-service/contract'
import { useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'

const codeClass =
  'max-h-[16rem] min-w-0 flex-1 overflow-auto rounded-chip border border-line-subtle bg-surface-sunken p-2 font-mono text-xs whitespace-pre-wrap wrap-anywhere'

/**
 * How the target is called from a rule, by each of its interfaces, and what it answers. `name`: what the external
 * assessment is called.
 */
export function TargetPreview({
  target: { interfaces, eventType, sampleResponse },
  name,
}: {
  target: AssessmentTarget
  name: string
}) {
  const intl = useIntl()
  const [chosen, setChosen] = useState('0')
  const shown = interfaces[Number(chosen)] ?? interfaces[0]
  const labelOf = ({ kind, observation }: AssessmentTarget['interfaces'][number]) =>
    intl.formatMessage({ id: `ExternalAssessments.Preview.${kind}` }, { name: observation ?? '' })
  // Rules name the external assessment, which may be called otherwise than its target.
  const code =
    shown?.fql.replace(`Assessments.${eventType}.`, () => `Assessments.${name === '' ? eventType : name}.`) ?? ''
  const codeLabel = intl.formatMessage({ id: 'ExternalAssessments.Code' })
  return (
    <>
      <Field label={<FormattedMessage id="ExternalAssessments.Preview" />}>
        <Select
          value={chosen}
          onValueChange={setChosen}
          options={interfaces.map((each, index) => ({ value: String(index), label: labelOf(each) }))}
        />
      </Field>
      <div className="flex flex-col gap-1">
        <span className="text-xs font-medium text-fg-secondary">{codeLabel}</span>
        <div className="flex items-start gap-1">
          <pre dir="ltr" className={codeClass}>
            {code}
          </pre>
          <CopyButton value={code} label={codeLabel} size="sm" />
        </div>
      </div>
      <div className="flex flex-col gap-1">
        <span className="text-xs font-medium text-fg-secondary">
          <FormattedMessage id="Calls.SampleResponse" />
        </span>
        {sampleResponse === null || sampleResponse === undefined ? (
          <p className="text-fg-muted">
            <FormattedMessage id="ExternalAssessments.NoSample" />
          </p>
        ) : (
          <pre dir="ltr" className={codeClass}>
            {JSON.stringify(sampleResponse, null, 2)}
          </pre>
        )}
      </div>
    </>
  )
}
