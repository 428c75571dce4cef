import { Field, Heading, Radio, RadioGroup } from '@assay/design-system'
import { type Rule, type RuleBody, type RuleDiagnostic, ruleLimits } from '@assay/risk-service/contract'
import { useId, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { diagnosticLine, sortDiagnostics } from '../../../platform/authoring/fql/diagnostics.ts'
import { validateName } from '../../../platform/authoring/naming/name-validation.ts'
import { PublishFrame } from '../../../platform/authoring/publish/publish-frame.tsx'
import { useEnvironment } from '../../../platform/environments/environments.tsx'
import { useRecovery } from '../../../platform/recovery/use-recovery.ts'
import { RoutingPreviewPart } from '../case-routing/routing-preview.tsx'
import { ruleClientOf } from '../rule-queries.ts'
import { ruleDifferences } from './differences/rule-differences.ts'
import type { RuleDraft } from './use-rule-draft.ts'

interface PublishRuleDialogProps {
  rule: Rule
  draft: RuleDraft
  body: RuleBody
  problems: readonly RuleDiagnostic[]
  onClose: () => void
  onPublished: () => void
  /** The user discarded the draft in favour of the version that another user published. */
  onTaken: () => void
}

/** Last look before a draft decides about real events. */
export function PublishRuleDialog({
  rule,
  draft,
  body,
  problems,
  onClose,
  onPublished,
  onTaken,
}: PublishRuleDialogProps) {
  const intl = useIntl()
  const previewId = useId()
  const environment = useEnvironment()
  const [name, setName] = useState(body.name)
  const [description, setDescription] = useState(body.description)
  const [status, setStatus] = useState<'active' | 'inactive'>(rule.status === 'inactive' ? 'inactive' : 'active')
  useRecovery(`publish/${rule.id}`, { name, description, status }, recovered => {
    setName(recovered.name)
    setDescription(recovered.description)
    setStatus(recovered.status)
  })
  const line = (problem: Omit<RuleDiagnostic, 'part'>) => diagnosticLine(intl, problem)
  const differences = async () => {
    const theirs = await ruleClientOf(rule.type === 'routing')
      .get({ environmentId: environment.id, eventType: rule.eventType, ruleId: rule.id })
      .then(
        found => found.published,
        () => null,
      )
    const labels: Record<string, string> = {
      name: intl.formatMessage({ id: 'Common.Name' }),
      description: intl.formatMessage({ id: 'Common.Description' }),
      condition: intl.formatMessage({ id: 'Authoring.Condition' }),
    }
    return theirs
      ? ruleDifferences({ ...body, name: name.trim(), description }, theirs).map(({ clause, ...field }) => ({
          ...field,
          label: clause ?? labels[field.id] ?? field.id,
          code: clause !== null || field.id === 'condition',
        }))
      : []
  }
  return (
    <PublishFrame
      draftName={body.name}
      name={name}
      onName={setName}
      faultOf={validateName}
      description={description}
      onDescription={setDescription}
      confirm={<FormattedMessage id="Rules.Publish.Confirm" />}
      limits={{
        'rules.limit': <FormattedMessage id="Rules.List.Limit" />,
        'rules.functionLimit': (
          <FormattedMessage id="Rules.Publish.FunctionsLimit" values={{ limit: ruleLimits.functions }} />
        ),
      }}
      warnings={sortDiagnostics(problems)
        .filter(problem => problem.severity === 'warning')
        .map(line)}
      lineOf={line}
      differences={differences}
      takeTheirs={draft.discard}
      onClose={onClose}
      onPublished={onPublished}
      onTaken={onTaken}
      publish={(newName, overwrite) => {
        // Saved again without a change, a draft that was published meanwhile would begin anew.
        if (newName !== body.name) draft.edit({ type: 'name', name: newName })
        if (description !== body.description) draft.edit({ type: 'description', description })
        return draft.publishAs(status, overwrite, newName)
      }}
    >
      <Field label={<FormattedMessage id="Authoring.Column.Status" />}>
        <RadioGroup value={status} onValueChange={value => setStatus(value === 'inactive' ? 'inactive' : 'active')}>
          <Radio
            value="active"
            label={<FormattedMessage id="Authoring.Status.active" />}
            description={<FormattedMessage id={`Rules.Publish.ActiveHelp.${rule.type}`} />}
          />
          <Radio
            value="inactive"
            label={<FormattedMessage id="Authoring.Status.inactive" />}
            description={<FormattedMessage id="Rules.Publish.InactiveHelp" />}
          />
        </RadioGroup>
      </Field>
      {rule.type === 'routing' ? (
        <section aria-labelledby={previewId} className="flex flex-col gap-3">
          <Heading level={3} size="sm" id={previewId}>
            <FormattedMessage id="Routing.Preview.Title" />
          </Heading>
          <RoutingPreviewPart automatic ruleId={rule.id} status={status} flush={() => draft.flush()} />
        </section>
      ) : null}
    </PublishFrame>
  )
}
