import { Badge, Checkbox } from '@assay/design-system'
import type { ObservationTemplateName } from '@assay/risk-service/contract'
import { templateDefaults } from '@assay/risk-service/contract/assessment-schemas'
import { FormattedMessage } from 'react-intl'
import { observationPayloads } from '../observation-payloads.ts'
import type { WizardDraft } from './wizard-draft.ts'

interface ObservationsStepProps {
  draft: WizardDraft
  onChange: (draft: WizardDraft) => void
}

/** The events that later add to what is known of an event of the assessment. */
export function ObservationsStep({ draft, onChange }: ObservationsStepProps) {
  if (draft.template === null) return null
  const { observations, recommended } = templateDefaults[draft.template]
  const toggle = (template: ObservationTemplateName, checked: boolean) =>
    onChange({
      ...draft,
      observations: observations.filter(each => (each === template ? checked : draft.observations.includes(each))),
    })
  return (
    <div className="flex max-w-prose flex-col gap-3">
      {observations.map(template => (
        <ObservationChoice
          key={template}
          kind={template}
          checked={draft.observations.includes(template)}
          recommended={recommended}
          onCheckedChange={checked => toggle(template, checked)}
        />
      ))}
      <ObservationChoice
        kind="Label"
        checked={draft.label}
        recommended={recommended}
        onCheckedChange={label => onChange({ ...draft, label })}
      />
      <p className="text-sm text-fg-secondary">
        <FormattedMessage id="Assessments.Wizard.Observations.More" />
      </p>
    </div>
  )
}

interface ObservationChoiceProps {
  kind: ObservationTemplateName | 'Label'
  checked: boolean
  recommended: boolean
  onCheckedChange: (checked: boolean) => void
}

const ObservationChoice = ({ kind, checked, recommended, onCheckedChange }: ObservationChoiceProps) => (
  <div className="flex flex-col gap-2 rounded-card border border-line-subtle p-3">
    <Checkbox
      checked={checked}
      label={
        <span className="flex flex-wrap items-center gap-2 font-medium">
          <FormattedMessage id={`Assessments.Observation.${kind}`} />
          {recommended ? (
            <Badge>
              <FormattedMessage id="Assessments.Wizard.Recommended" />
            </Badge>
          ) : null}
        </span>
      }
      description={<FormattedMessage id={`Assessments.Observation.${kind}.Text`} />}
      onCheckedChange={value => onCheckedChange(value === true)}
    />
    {checked ? (
      <details className="ps-6 text-sm">
        <summary className="focus-ring w-fit cursor-pointer rounded-mark text-link">
          <FormattedMessage id="Assessments.Wizard.Payload" />
        </summary>
        <pre dir="ltr" className="mbs-2 overflow-x-auto rounded-control bg-surface-sunken p-3 font-mono text-xs">
          {JSON.stringify(observationPayloads[kind], null, 2)}
        </pre>
      </details>
    ) : null}
  </div>
)
