import { Radio, RadioGroup } from '@assay/design-system'
import { type AssessmentTemplateName, assessmentTemplates } from '@assay/risk-service/contract'
import { templateDefaults } from '@assay/risk-service/contract/assessment-schemas'
import { useIntl } from 'react-intl'
import { chooseTemplate, type WizardDraft } from './wizard-draft.ts'

interface StepProps {
  draft: WizardDraft
  onChange: (draft: WizardDraft) => void
}

/** What a template is for, which scores it has, and which rules are created with it. */
export function TemplateStep({ draft, onChange }: StepProps) {
  const intl = useIntl()
  const text = (id: string) => intl.formatMessage({ id })
  const factsOf = (template: AssessmentTemplateName) => {
    const { riskScore, botScore, rules } = templateDefaults[template]
    return [
      text(`Assessments.Wizard.RiskScore.${riskScore ? 'yes' : 'no'}`),
      text(`Assessments.Wizard.BotScore.${botScore}`),
      intl.formatMessage(
        { id: 'Assessments.Wizard.Rules' },
        { names: intl.formatList(rules.map(rule => text(`Assessments.Wizard.Rule.${rule}`))) },
      ),
    ]
  }
  return (
    <RadioGroup
      variant="card"
      orientation="horizontal"
      className="max-w-[60rem]"
      aria-label={text('Assessments.Wizard.Template.Title')}
      value={draft.template ?? ''}
      onValueChange={template => onChange(chooseTemplate(draft, template as AssessmentTemplateName))}
    >
      {assessmentTemplates.map(template => (
        <Radio
          key={template}
          value={template}
          label={text(`Assessments.Template.${template}`)}
          description={
            <span className="flex flex-col gap-1">
              <span>{text(`Assessments.Wizard.Purpose.${template}`)}</span>
              {factsOf(template).map(fact => (
                <span key={fact} className="text-xs text-fg-muted">
                  {fact}
                </span>
              ))}
            </span>
          }
        />
      ))}
    </RadioGroup>
  )
}
