import { Button } from '@assay/design-system'
import { lastCutoff } from '@assay/risk-service/contract'
import { FormattedMessage, useIntl } from 'react-intl'
import { clauseOf } from '../../../platform/contrast/draft/rule-text.ts'
import { useTestedDraft } from '../../../platform/contrast/draft/use-tested-draft.ts'
import { useCan, useEnvironment } from '../../../platform/environments/environments.tsx'

/** Rules of these assessments run in sections: the score is there in the last one. Others ask the model for it. */
const withSections: readonly string[] = ['purchase', 'accountcreation', 'accountlogin']

/** Drafts a rule that rejects from the cut-off on, and opens it with its back-test. It changes nothing by itself. */
export function CreateRule({ cutoff, eventType }: { cutoff: number; eventType: string }) {
  const intl = useIntl()
  const can = useCan()
  const { id: environmentId } = useEnvironment()
  const draft = useTestedDraft(environmentId)
  if (!can('rules', 'write'))
    return (
      <p className="text-xs text-fg-muted">
        <FormattedMessage id="Reports.Scores.NoRuleRight" />
      </p>
    )
  const values = { cutoff }
  const hasSections = withSections.includes(eventType)
  const create = () =>
    draft.mutate({
      eventType,
      name: intl.formatMessage({ id: 'Reports.Scores.Rule.Name' }, values),
      description: intl.formatMessage({ id: 'Reports.Scores.Rule.Description' }, values),
      clause: clauseOf(
        `${hasSections ? '@"riskScore"' : 'Model.Risk().Score'} >= ${cutoff}`,
        'Reject',
        intl.formatMessage({ id: 'Reports.Scores.Rule.Reason' }, values),
      ),
      section: hasSections ? 'postRisk' : 'prior',
    })
  return (
    <Button
      variant="primary"
      className="self-start print:hidden"
      loading={draft.isPending}
      // No score reaches the last cut-off.
      disabled={cutoff === lastCutoff}
      onClick={create}
    >
      <FormattedMessage id="Reports.Scores.CreateRule" />
    </Button>
  )
}
