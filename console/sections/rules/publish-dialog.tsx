import { Button, Callout, Dialog, DialogContent, Field, FieldCounter, Input, Radio, RadioGroup, Textarea, useFormat } from '@assay/design-system'
import type { Rule, RuleBody, RuleProblem } from '@assay/risk-service/contract'
import { useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { client } from '../../platform/api/client.ts'
import { useDraft } from '../../platform/drafts/use-draft.ts'
import { useEnvironment } from '../../platform/environments/environments.tsx'
import { ConflictFields } from '../../platform/errors/conflict-fields.tsx'
import { useFailureToast } from '../../platform/errors/use-failure-toast.ts'
import { useOffline } from '../../platform/offline/connection.ts'
import { ruleDifferences } from './conflict.ts'
import { ruleNameFault, type NameFault } from './draft.ts'
import { problemText, sortedProblems } from './problems.ts'
import { conflictOf, refusalOf } from './refusals.ts'
import { TakenName, type RuleDraft } from './use-rule-draft.ts'

interface PublishDialogProps {
  rule: Rule
  draft: RuleDraft
  body: RuleBody
  problems: readonly RuleProblem[]
  onClose: () => void
  onPublished: () => void
  /** The draft was given up for what somebody else had published. */
  onTaken: () => void
}

type Outcome =
  | { kind: 'conflict'; by: string; at: string | undefined; theirs: RuleBody | null }
  | { kind: 'refused'; problems: RuleProblem[]; issues: string[] }
  | { kind: 'limit' } | { kind: 'failed' }

/** Last look before a draft decides about real events. */
export function PublishDialog({ rule, draft, body, problems, onClose, onPublished, onTaken }: PublishDialogProps) {
  const intl = useIntl()
  const format = useFormat()
  const [name, setName] = useState(body.name)
  const [description, setDescription] = useState(body.description)
  const [status, setStatus] = useState<'active' | 'inactive'>(rule.status === 'inactive' ? 'inactive' : 'active')
  useDraft(`publish/${rule.id}`, { name, description, status }, kept => {
    setName(kept.name)
    setDescription(kept.description)
    setStatus(kept.status)
  })
  const offline = useOffline()
  const [fault, setFault] = useState<NameFault | null>(null)
  const environment = useEnvironment()
  const failed = useFailureToast()
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  const [running, setRunning] = useState(false)
  const warnings = sortedProblems(problems).filter(problem => problem.severity === 'warning')

  const published = () => client.rules.get({ environmentId: environment.id, eventType: rule.eventType, ruleId: rule.id }, { context: { read: true } }).then(found => found.published, () => null)
  const takeTheirs = async () => {
    setRunning(true)
    try {
      await draft.discard()
      onTaken()
    } catch (error) {
      failed(error)
      setRunning(false)
    }
  }
  const publish = async (overwrite: boolean) => {
    const wanted = name.trim()
    const found = ruleNameFault(wanted)
    setFault(found)
    if (found) return
    setRunning(true)
    setOutcome(null)
    // Saved again without a change, a draft that was published meanwhile would begin anew.
    if (wanted !== body.name) draft.edit({ type: 'name', name: wanted })
    if (description !== body.description) draft.edit({ type: 'description', description })
    try {
      await draft.publish(status, overwrite, wanted)
      onPublished()
      return
    } catch (error) {
      const conflict = conflictOf(error)
      const refused = refusalOf(error)
      if (error instanceof TakenName) setFault('taken')
      else if (conflict?.reason === 'version.conflict') setOutcome({ kind: 'conflict', by: conflict.changedBy ?? '', at: conflict.changedAt, theirs: await published() })
      else if (conflict) setOutcome({ kind: 'limit' })
      else if (refused) setOutcome({ kind: 'refused', problems: sortedProblems(refused.problems).filter(problem => problem.severity === 'error'), issues: refused.issues.map(issue => issue.message) })
      else setOutcome({ kind: 'failed' })
    }
    setRunning(false)
  }
  const line = (problem: RuleProblem) => `${problem.clause ?? intl.formatMessage({ id: 'Rules.Condition.Title' })} ${problem.line}:${problem.column} ${problemText(intl, problem)}`
  const conflicted = outcome?.kind === 'conflict'
  const labels: Record<string, string> = {
    name: intl.formatMessage({ id: 'Rules.Publish.Name' }), description: intl.formatMessage({ id: 'Rules.Publish.DescriptionLabel' }), condition: intl.formatMessage({ id: 'Rules.Condition.Title' }),
  }
  const differences = outcome?.kind === 'conflict' && outcome.theirs
    ? ruleDifferences({ ...body, name: name.trim(), description }, outcome.theirs).map(({ clause, ...field }) => ({ ...field, label: clause ?? labels[field.id] ?? field.id })) : []
  return (
    <Dialog open onOpenChange={open => { if (!open) onClose() }}>
      <DialogContent
        title={<FormattedMessage id="Rules.Publish.Title" values={{ name: <bdi key="name">{body.name}</bdi> }} />}
        description={<FormattedMessage id="Rules.Publish.Description" />}
        footer={
          <>
            <Button onClick={onClose}><FormattedMessage id={conflicted ? 'Errors.Conflict.Edit' : 'Rules.Cancel'} /></Button>
            {conflicted ? <Button disabled={offline || running} onClick={() => void takeTheirs()}><FormattedMessage id="Errors.Conflict.TakeTheirs" /></Button> : null}
            {conflicted
              ? <Button variant="danger" loading={running} disabled={offline} onClick={() => void publish(true)}><FormattedMessage id="Errors.Conflict.KeepMine" /></Button>
              : <Button variant="primary" loading={running} disabled={offline} onClick={() => void publish(false)}><FormattedMessage id="Rules.Publish.Confirm" /></Button>}
          </>
        }
      >
        <div className="flex flex-col gap-3">
          {outcome?.kind === 'conflict' ? (
            <Callout tone="warning" live>
              <FormattedMessage id="Rules.Publish.Conflict" values={{ name: <bdi key="name">{body.name}</bdi>, user: <bdi key="user">{outcome.by}</bdi>, time: outcome.at ? format.dateTime(outcome.at) : '' }} />
            </Callout>
          ) : null}
          {differences.length > 0 ? <ConflictFields fields={differences} /> : null}
          {outcome?.kind === 'refused' ? (
            <Callout tone="danger" live title={<FormattedMessage id="Rules.Publish.Refused" />}>
              <ul className="list-disc ps-5">{(outcome.problems.length > 0 ? outcome.problems.map(line) : outcome.issues).map(text => <li key={text}><bdi>{text}</bdi></li>)}</ul>
            </Callout>
          ) : null}
          {offline ? <Callout tone="warning" live><FormattedMessage id="Offline.Writes" /></Callout> : null}
          {outcome?.kind === 'limit' ? <Callout tone="danger" live><FormattedMessage id="Rules.List.Limit" /></Callout> : null}
          {outcome?.kind === 'failed' ? <Callout tone="danger" live><FormattedMessage id="Rules.Publish.Failed" /></Callout> : null}
          <Field label={<FormattedMessage id="Rules.Publish.Name" />} required {...(fault ? { error: <FormattedMessage id={`Rules.Name.${fault}`} /> } : {})}>
            <Input value={name} dir="auto" spellCheck={false} onChange={event => { setName(event.target.value); setFault(null) }} />
          </Field>
          <Field label={<FormattedMessage id="Rules.Publish.DescriptionLabel" />} labelEnd={<FieldCounter used={description.length} limit={500} />}>
            <Textarea value={description} maxLength={500} dir="auto" onChange={event => setDescription(event.target.value)} />
          </Field>
          <Field label={<FormattedMessage id="Rules.Publish.Status" />}>
            <RadioGroup value={status} onValueChange={value => setStatus(value === 'inactive' ? 'inactive' : 'active')}>
              <Radio value="active" label={<FormattedMessage id="Rules.Status.active" />} description={<FormattedMessage id="Rules.Publish.ActiveHelp" />} />
              <Radio value="inactive" label={<FormattedMessage id="Rules.Status.inactive" />} description={<FormattedMessage id="Rules.Publish.InactiveHelp" />} />
            </RadioGroup>
          </Field>
          {warnings.length > 0 ? (
            <Callout tone="warning" title={<FormattedMessage id="Rules.Problems.Warnings" values={{ count: warnings.length }} />}>
              <ul className="list-disc ps-5">{warnings.map(problem => <li key={line(problem)}><bdi>{line(problem)}</bdi></li>)}</ul>
            </Callout>
          ) : null}
        </div>
      </DialogContent>
    </Dialog>
  )
}
