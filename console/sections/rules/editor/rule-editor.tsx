import { Button, Callout } from '@assay/design-system'
import type { Rule } from '@assay/risk-service/contract'
import { useQueryClient } from '@tanstack/react-query'
import { FormattedMessage, useIntl } from 'react-intl'
import { DraftEditor, useDraftView } from '../../../platform/authoring/editor/draft-editor.tsx'
import { countErrors } from '../../../platform/authoring/fql/diagnostics.ts'
import { validateName } from '../../../platform/authoring/naming/name-validation.ts'
import { PublishStatusBadge } from '../../../platform/authoring/publish/publish-status-badge.tsx'
import { useCan, useEnvironment, useEnvironments } from '../../../platform/environments/environments.tsx'
import { BacktestPanel, useBacktestPanel } from '../backtest/backtest-panel.tsx'
import { EditedRoutingWarnings } from '../case-routing/routing-cells.tsx'
import { RoutingPreviewPanel } from '../case-routing/routing-preview-panel.tsx'
import { RuleHistory } from '../history/rule-history.tsx'
import { MissedFraudPanel, useMissedFraud } from '../missed-fraud/missed-fraud-panel.tsx'
import { ruleQueriesOf, useRules } from '../rule-queries.ts'
import { productionBranch, useRuleHref, useRuleScope } from '../rule-scope.tsx'
import { useScopeLabels } from '../use-scope-labels.ts'
import { UnfinishedPartsContext, useUnfinishedParts } from '../visual/unfinished-parts.tsx'
import { PublishRuleDialog } from './publish-rule-dialog.tsx'
import { RuleWorkspace } from './rule-workspace.tsx'
import { useClauseDraft } from './use-clause-draft.ts'
import { usePublishedSample } from './use-published-sample.ts'
import { useRuleDraft } from './use-rule-draft.ts'
import { useRuleEvaluation } from './use-rule-evaluation.ts'

const emptyBody = {
  name: 'Rule',
  description: '',
  condition: '',
  clauses: [{ name: 'clause1', section: 'prior' as const, text: '' }],
  sample: { payload: {}, riskScore: 0 },
}

/** One rule of any type: the user's draft to edit, what is published to read, and what was published before. */
export function RuleEditor({ rule }: { rule: Rule }) {
  const intl = useIntl()
  const queryClient = useQueryClient()
  const ruleHref = useRuleHref()
  const { title, area } = useScopeLabels()
  const { eventType, branch, routing } = useRuleScope()
  const environment = useEnvironment()
  const { session } = useEnvironments()
  const inherited = rule.environmentId !== environment.id
  const write = useCan()(routing ? 'routingrules' : 'rules', 'write') && !inherited
  const draft = useRuleDraft(rule, environment.id)
  const shown = useDraftView(rule, draft, true)
  const { editing, setView } = shown
  const reading = usePublishedSample(rule)
  const body = editing ? draft.body : reading.body
  const backtest = useBacktestPanel()
  const triable = !inherited && rule.type !== 'postDecision' && branch === productionBranch
  const missed = useMissedFraud()
  const comparable = rule.type === 'decision' && rule.published !== null && branch === productionBranch
  const ownClause = useClauseDraft(rule, draft, missed.showDraft)
  const unfinished = useUnfinishedParts(draft.body, editing && write)
  const checked = useRuleEvaluation(body ?? emptyBody, rule.type, inherited ? rule.id : null)
  const evaluation = { ...checked, problems: [...checked.problems, ...unfinished.problems] }
  const place = useRunPosition(rule)
  if (!body) return null
  const owner = session.environments.find(each => each.id === rule.environmentId)?.friendlyName ?? ''
  return (
    <DraftEditor
      stored={rule}
      draft={draft}
      shown={shown}
      write={write}
      list={{ title, back: intl.formatMessage({ id: 'Rules.Editor.BackToList' }), href: ruleHref(), area }}
      renameLabel={intl.formatMessage({ id: 'Rules.Editor.Rename' })}
      faultOf={validateName}
      errors={countErrors(evaluation.problems)}
      badges={
        <>
          <PublishStatusBadge status={rule.status} />
          {rule.type === 'decision' ? null : (
            <span className="text-xs text-fg-muted">
              <FormattedMessage id={`Rules.Type.${rule.type}`} />
            </span>
          )}
          {place ? (
            <span className="text-xs text-fg-muted">
              <FormattedMessage id="Rules.Editor.Place" values={place} />
            </span>
          ) : null}
        </>
      }
      actions={
        <>
          {comparable ? (
            <Button variant="ghost" onClick={missed.open}>
              <FormattedMessage id="Rules.MissedFraud.Open" />
            </Button>
          ) : null}
          {triable ? (
            <Button variant="ghost" onClick={() => backtest.show('latest')}>
              <FormattedMessage id="Rules.Backtest.Open" />
            </Button>
          ) : null}
        </>
      }
      notice={
        inherited ? (
          <Callout tone="info" className="m-3">
            <FormattedMessage
              id="Rules.Inherited.Callout"
              values={{ environment: <bdi key="environment">{owner}</bdi> }}
            />
          </Callout>
        ) : (
          <EditedRoutingWarnings ruleId={rule.id} />
        )
      }
      history={
        <RuleHistory
          rule={rule}
          draft={draft.body}
          write={write}
          onRestored={restored => {
            draft.replace(restored)
            setView('draft')
          }}
        />
      }
      published={intl.formatMessage({ id: 'Rules.Publish.Done' })}
      refresh={() => queryClient.invalidateQueries({ queryKey: ruleQueriesOf(routing).key() })}
      publishDialog={events =>
        draft.body ? (
          <PublishRuleDialog rule={rule} draft={draft} body={draft.body} problems={evaluation.problems} {...events} />
        ) : null
      }
      foot={
        <>
          {comparable && rule.published ? (
            <MissedFraudPanel
              rule={{ environmentId: environment.id, eventType, ruleId: rule.id, name: rule.published.name }}
              own={write ? ownClause : undefined}
            />
          ) : null}
          {!triable || !backtest.open ? null : routing ? (
            <RoutingPreviewPanel
              ruleId={rule.id}
              name={body.name}
              flush={() => draft.flush()}
              onClose={() => backtest.show(null)}
            />
          ) : (
            <BacktestPanel
              environmentId={environment.id}
              eventType={eventType}
              subject={{ kind: 'draft', ruleId: rule.id }}
              name={body.name}
              flush={() => draft.flush()}
            />
          )}
        </>
      }
    >
      <UnfinishedPartsContext value={editing ? unfinished.parts : null}>
        <RuleWorkspace
          key={editing ? 'draft' : `published ${rule.version}`}
          ruleId={rule.id}
          type={rule.type}
          body={body}
          edit={editing && write ? draft.edit : reading.edit}
          chosen={shown.chosen}
          canEdit={editing && write}
          inherited={inherited}
          evaluation={evaluation}
        />
      </UnfinishedPartsContext>
    </DraftEditor>
  )
}

/** Where the rule stands among those of its type that are published. */
function useRunPosition(rule: Rule): { position: number; total: number } | null {
  const { data = [] } = useRules(60_000)
  const own = data.filter(each => !each.inherited && each.status !== 'draft' && each.type === rule.type)
  const place = own.findIndex(each => each.id === rule.id)
  return place < 0 ? null : { position: place + 1, total: own.length }
}
