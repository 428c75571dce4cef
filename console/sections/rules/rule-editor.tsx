import { Button, Callout, ConfirmDanger, EditorPage, useToast } from '@assay/design-system'
import type { Rule } from '@assay/risk-service/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { useNavigate, useSearchParams } from 'react-router-dom'
import { api } from '../../platform/api/client.ts'
import { UnsavedChanges } from '../../platform/authoring/unsaved-changes.tsx'
import { keptDraft } from '../../platform/drafts/use-draft.ts'
import { useCan, useEnvironment, useEnvironments } from '../../platform/environments/environments.tsx'
import { useFailureToast } from '../../platform/errors/use-failure-toast.ts'
import { useTitle } from '../../platform/router/use-title.ts'
import { BacktestPanel, useBacktestPanel } from './backtest-panel.tsx'
import { EditorHeader, type RuleView } from './editor-header.tsx'
import { countErrors } from '../../platform/authoring/problems.ts'
import { PublishDialog } from './publish-dialog.tsx'
import { RuleHistory } from './rule-history.tsx'
import { RuleWorkspace } from './rule-workspace.tsx'
import { useEvaluation } from './use-evaluation.ts'
import { useReading } from './use-reading.ts'
import { useRuleDraft } from './use-rule-draft.ts'
import { productionBranch, useRuleHref, useRuleScope } from './scope.tsx'

/** One rule: the user's draft to edit, and what is published to read. */
export function RuleEditor({ rule }: { rule: Rule }) {
  const intl = useIntl()
  const { toast } = useToast()
  const failed = useFailureToast()
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const ruleHref = useRuleHref()
  const { eventType, branch } = useRuleScope()
  const environment = useEnvironment()
  const { session } = useEnvironments()
  const inherited = rule.environmentId !== environment.id
  const write = useCan()('rules', 'write') && !inherited
  const draft = useRuleDraft(rule, environment.id)
  const [parameters, setParameters] = useSearchParams()
  const asked = parameters.get('view')
  const view: RuleView = asked === 'history' && rule.published ? 'history' : draft.body && !(asked === 'published' && rule.published) ? 'draft' : 'published'
  const setView = (next: RuleView) => setParameters(current => {
    const query = new URLSearchParams(current)
    for (const name of ['view', 'version', 'against']) query.delete(name)
    if (next !== 'draft') query.set('view', next)
    return query
  })
  // Left open on the way to the sign-in page, it opens again.
  const [publishing, setPublishing] = useState(() => keptDraft(`publish/${rule.id}`) !== undefined)
  const [discarding, setDiscarding] = useState(false)
  const [busy, setBusy] = useState(false)
  const list = useQuery(api.rules.list.queryOptions({ input: { environmentId: environment.id, eventType, branch }, staleTime: 60_000 }))

  const editing = view === 'draft' && draft.body !== null
  const reading = useReading(rule.published)
  const body = editing ? draft.body : reading.body
  const edit = editing && write ? draft.edit : reading.edit
  const name = body?.name ?? ''
  useTitle(name)

  const attempt = async (work: () => Promise<unknown>) => {
    setBusy(true)
    try {
      await work()
    } catch (error) {
      failed(error)
    }
    setBusy(false)
  }
  const discard = () => attempt(async () => {
    await draft.discard()
    setDiscarding(false)
    if (rule.published) setView('published')
    else await navigate(ruleHref())
    toast({ title: intl.formatMessage({ id: 'Rules.Discard.Done' }) })
  })
  const start = () => attempt(async () => {
    await draft.start()
    setView('draft')
  })

  const backtest = useBacktestPanel()
  const triable = !inherited && rule.type === 'decision' && eventType === 'purchase' && branch === productionBranch
  const evaluation = useEvaluation(body ?? emptyBody)
  if (!body) return null
  const own = (list.data ?? []).filter(each => !each.inherited && each.status !== 'draft')
  const place = own.findIndex(each => each.id === rule.id)
  const owner = session.environments.find(each => each.id === rule.environmentId)?.friendlyName ?? ''
  const errors = countErrors(evaluation.problems)
  return (
    <EditorPage
      name={name}
      header={
        <EditorHeader
          rule={rule} name={name} view={view} onView={next => void draft.flush().then(() => setView(next))} hasDraft={draft.body !== null}
          place={place < 0 ? null : { position: place + 1, total: own.length }} write={write} busy={busy} editing={editing} errors={errors} draft={draft}
          onEdit={() => void start()} onDiscard={() => setDiscarding(true)} onPublish={() => setPublishing(true)}
          onBacktest={triable ? () => backtest.show('latest') : undefined}
        />
      }
      notice={
        <>
          {inherited ? <Callout tone="info" className="m-3"><FormattedMessage id="Rules.Inherited.Callout" values={{ environment: <bdi key="environment">{owner}</bdi> }} /></Callout> : null}
          {editing && draft.state.kind === 'failed' ? (
            <Callout tone="danger" live className="m-3" actions={<Button size="sm" onClick={() => void draft.flush()}><FormattedMessage id="Rules.Save.Retry" /></Button>}>
              <FormattedMessage id="Rules.Save.FailedText" />
            </Callout>
          ) : null}
        </>
      }
    >
      {view === 'history' ? (
        <RuleHistory
          rule={rule} draft={draft.body} write={write}
          onRestored={restored => {
            draft.take(restored)
            setView('draft')
          }}
        />
      ) : <RuleWorkspace key={editing ? 'draft' : `published ${rule.version}`} body={body} edit={edit} canEdit={editing && write} evaluation={evaluation} />}
      {triable && backtest.open ? <BacktestPanel environmentId={environment.id} subject={{ kind: 'draft', ruleId: rule.id }} name={name} flush={() => draft.flush()} /> : null}
      {publishing && draft.body ? (
        <PublishDialog
          rule={rule} draft={draft} body={draft.body} problems={evaluation.problems} onClose={() => setPublishing(false)}
          onTaken={() => {
            setPublishing(false)
            setView('published')
            // What is published is newer than what this page began with.
            void queryClient.invalidateQueries({ queryKey: api.rules.key() })
          }}
          onPublished={() => {
            setPublishing(false)
            setView('published')
            toast({ title: intl.formatMessage({ id: 'Rules.Publish.Done' }), tone: 'success' })
          }}
        />
      ) : null}
      <ConfirmDanger
        open={discarding} onOpenChange={setDiscarding} loading={busy} onConfirm={() => void discard()}
        title={<FormattedMessage id="Rules.Discard.Title" values={{ name: <bdi key="name">{name}</bdi> }} />}
        description={<FormattedMessage id={rule.published ? 'Rules.Discard.KeepsPublished' : 'Rules.Discard.Gone'} />}
        confirmLabel={<FormattedMessage id="Rules.Discard.Confirm" />}
      />
      <UnsavedChanges draft={draft} />
    </EditorPage>
  )
}

const emptyBody = { name: 'Rule', description: '', condition: '', clauses: [{ name: 'clause1', section: 'prior' as const, text: '' }], sample: { payload: {}, riskScore: 0 } }
