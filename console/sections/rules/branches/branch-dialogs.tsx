import {
  Button,
  Checkbox,
  CheckboxGroup,
  ConfirmDanger,
  CopyableId,
  Dialog,
  DialogContent,
  Field,
  Input,
  KeyValue,
  KeyValueList,
  NumberText,
  useFormat,
} from '@assay/design-system'
import type { Branch, RuleSummary } from '@assay/risk-service/contract'
import { useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { client } from '../../../platform/api/client.ts'
import { FormDialog } from '../../../platform/forms/form-dialog.tsx'
import { useRecovery } from '../../../platform/recovery/use-recovery.ts'
import { apiNameFrom, type BranchNameIssue, validateApiName, validateBranchName } from '../branch.ts'
import { branchRecoveryId } from '../branch-recovery.ts'
import { useRuleScope } from '../rule-scope.tsx'
import { useBranchChange } from '../use-branch-change.ts'

interface BranchDialogProps {
  branch: Branch
  branches: readonly Branch[]
  onClose: () => void
}

interface NamesProps {
  name: string
  apiName: string
  faults: { name: BranchNameIssue | null; apiName: BranchNameIssue | null }
  disabled?: boolean
  onChange: (names: { name: string; apiName: string }) => void
}

/** Name and API name of a branch; the second follows the first until it is written by hand. */
function BranchNames({ name, apiName, faults, disabled = false, onChange }: NamesProps) {
  return (
    <>
      <Field
        label={<FormattedMessage id="Rules.Branch.Name" />}
        required
        {...(faults.name ? { error: <FormattedMessage id={`Rules.Branch.Fault.${faults.name}`} /> } : {})}
      >
        <Input
          value={name}
          dir="auto"
          maxLength={80}
          disabled={disabled}
          onChange={event =>
            onChange({
              name: event.target.value,
              apiName: apiName === apiNameFrom(name) ? apiNameFrom(event.target.value) : apiName,
            })
          }
        />
      </Field>
      <Field
        label={<FormattedMessage id="Rules.Branch.ApiName" />}
        required
        description={<FormattedMessage id="Rules.Branch.ApiNameHelp" />}
        {...(faults.apiName ? { error: <FormattedMessage id={`Rules.Branch.Fault.${faults.apiName}`} /> } : {})}
      >
        <Input
          value={apiName}
          dir="ltr"
          mono
          maxLength={80}
          spellCheck={false}
          disabled={disabled}
          onChange={event => onChange({ name, apiName: event.target.value })}
        />
      </Field>
    </>
  )
}

/** A new branch with copies of chosen published rules of the one that is shown. */
export function CreateBranchDialog({
  branch,
  branches,
  rules,
  onClose,
  onCreated,
}: BranchDialogProps & { rules: readonly RuleSummary[]; onCreated: (apiName: string) => void }) {
  const intl = useIntl()
  const { environmentId, eventType } = useRuleScope()
  const { running, refusal, nameTaken, run } = useBranchChange()
  const published = rules.filter(rule => !rule.inherited && rule.status !== 'draft')
  const [names, setNames] = useState({ name: '', apiName: '' })
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const [tried, setTried] = useState(false)
  useRecovery(
    branchRecoveryId('create', { environmentId, eventType, branch: branch.apiName }),
    { names, left: [...left] },
    kept => {
      setNames(kept.names)
      setLeft(new Set(kept.left))
    },
  )
  const faults = tried
    ? {
        name: validateBranchName(names.name),
        apiName: nameTaken === names.apiName ? ('taken' as const) : validateApiName(names.apiName, branches),
      }
    : { name: null, apiName: null }
  const chosen = published.filter(rule => !left.has(rule.id))
  const create = () => {
    setTried(true)
    if (validateBranchName(names.name) || validateApiName(names.apiName, branches)) return
    void run(
      () =>
        client.branches.create({
          environmentId,
          eventType,
          apiName: names.apiName,
          name: names.name.trim(),
          from: branch.apiName,
          ruleIds: chosen.map(rule => rule.id),
        }),
      {
        done: intl.formatMessage({ id: 'Rules.Branch.Created' }, { name: names.name.trim() }),
        name: names.apiName,
        then: () => onCreated(names.apiName),
      },
    )
  }
  return (
    <FormDialog
      title={<FormattedMessage id="Rules.Branch.Create" />}
      description={<FormattedMessage id="Rules.Branch.CreateHelp" />}
      confirm={<FormattedMessage id="Rules.Branch.CreateConfirm" />}
      running={running}
      refusal={refusal}
      onSubmit={create}
      onClose={onClose}
    >
      <BranchNames {...names} faults={faults} onChange={setNames} />
      {published.length === 0 ? (
        <p className="text-fg-muted">
          <FormattedMessage id="Rules.Branch.NoRules" />
        </p>
      ) : (
        <Field
          label={
            <FormattedMessage
              id="Rules.Branch.Copy"
              values={{ name: <bdi key="name">{branch.name}</bdi>, chosen: chosen.length, count: published.length }}
            />
          }
        >
          <CheckboxGroup className="max-h-[14rem] overflow-y-auto rounded-control border border-line-subtle p-2">
            <Checkbox
              checked={chosen.length === published.length ? true : chosen.length === 0 ? false : 'indeterminate'}
              label={<FormattedMessage id="Rules.Branch.All" />}
              onCheckedChange={next => setLeft(next === true ? new Set() : new Set(published.map(rule => rule.id)))}
            />
            {published.map(rule => (
              <Checkbox
                key={rule.id}
                checked={!left.has(rule.id)}
                label={<bdi>{rule.name}</bdi>}
                onCheckedChange={next =>
                  setLeft(next === true ? new Set([...left].filter(id => id !== rule.id)) : new Set([...left, rule.id]))
                }
              />
            ))}
          </CheckboxGroup>
        </Field>
      )}
    </FormDialog>
  )
}

/** Facts about a branch, its own endpoint above all. */
export function BranchInfoDialog({ branch, onClose }: { branch: Branch; onClose: () => void }) {
  const intl = useIntl()
  const format = useFormat()
  return (
    <Dialog
      open
      onOpenChange={open => {
        if (!open) onClose()
      }}
    >
      <DialogContent
        title={<FormattedMessage id="Rules.Branch.InfoOf" values={{ name: <bdi key="name">{branch.name}</bdi> }} />}
        description={
          <FormattedMessage id={branch.production ? 'Rules.Branch.ProductionHelp' : 'Rules.Branch.EndpointHelp'} />
        }
        footer={
          <Button onClick={onClose}>
            <FormattedMessage id="Rules.Close" />
          </Button>
        }
      >
        <KeyValueList termWidth="sm">
          <KeyValue term={<FormattedMessage id="Rules.Branch.Name" />}>
            <bdi>{branch.name}</bdi>
          </KeyValue>
          <KeyValue term={<FormattedMessage id="Rules.Branch.ApiName" />}>
            <CopyableId value={branch.apiName} label={intl.formatMessage({ id: 'Rules.Branch.ApiName' })} />
          </KeyValue>
          <KeyValue term={<FormattedMessage id="Rules.Branch.Endpoint" />}>
            <CopyableId
              className="wrap-anywhere"
              value={branch.endpoint.url}
              label={intl.formatMessage({ id: 'Rules.Branch.Endpoint' })}
            />
          </KeyValue>
          <KeyValue term={<FormattedMessage id="Rules.Branch.RuleCount" />}>
            <NumberText value={branch.ruleCount} />
          </KeyValue>
          {branch.createdAt ? (
            <KeyValue term={<FormattedMessage id="Rules.Branch.CreatedBy" />}>
              <FormattedMessage
                id="Rules.By"
                values={{ user: <bdi key="user">{branch.createdBy}</bdi>, time: format.dateTime(branch.createdAt) }}
              />
            </KeyValue>
          ) : null}
        </KeyValueList>
      </DialogContent>
    </Dialog>
  )
}

/** The branch becomes production: what that means, and whether the present production rules are kept. */
export function PromoteDialog({
  branch,
  branches,
  canKeep,
  onClose,
  onPromoted,
}: BranchDialogProps & { canKeep: boolean; onPromoted: () => void }) {
  const intl = useIntl()
  const { environmentId, eventType } = useRuleScope()
  const { running, refusal, nameTaken, run } = useBranchChange()
  const [keep, setKeep] = useState(false)
  const [names, setNames] = useState({ name: '', apiName: '' })
  const [tried, setTried] = useState(false)
  useRecovery(
    branchRecoveryId('promote', { environmentId, eventType, branch: branch.apiName }),
    { keep, names },
    kept => {
      setKeep(kept.keep)
      setNames(kept.names)
    },
  )
  const faults =
    tried && keep
      ? {
          name: validateBranchName(names.name),
          apiName: nameTaken === names.apiName ? ('taken' as const) : validateApiName(names.apiName, branches),
        }
      : { name: null, apiName: null }
  const promote = () => {
    setTried(true)
    if (keep && (validateBranchName(names.name) || validateApiName(names.apiName, branches))) return
    void run(
      () =>
        client.branches.promote({
          environmentId,
          eventType,
          branch: branch.apiName,
          keepProductionAs: keep ? { apiName: names.apiName, name: names.name.trim() } : null,
        }),
      {
        done: intl.formatMessage({ id: 'Rules.Branch.Promoted' }, { name: branch.name }),
        name: names.apiName,
        gone: branch.apiName,
        then: onPromoted,
      },
    )
  }
  return (
    <FormDialog
      title={<FormattedMessage id="Rules.Branch.PromoteOf" values={{ name: <bdi key="name">{branch.name}</bdi> }} />}
      confirm={<FormattedMessage id="Rules.Branch.Promote" />}
      running={running}
      refusal={refusal}
      onSubmit={promote}
      onClose={onClose}
    >
      <ul className="list-disc ps-5">
        <li>
          <FormattedMessage id="Rules.Branch.PromoteRules" values={{ count: branch.ruleCount }} />
        </li>
        <li>
          <FormattedMessage id="Rules.Branch.PromoteGone" />
        </li>
        <li>
          <FormattedMessage id="Rules.Branch.PromoteSoon" />
        </li>
      </ul>
      <Checkbox
        checked={keep}
        disabled={!canKeep}
        onCheckedChange={next => setKeep(next === true)}
        label={<FormattedMessage id="Rules.Branch.Keep" />}
        description={<FormattedMessage id={canKeep ? 'Rules.Branch.KeepHelp' : 'Rules.Branch.KeepFirst'} />}
      />
      {keep ? <BranchNames {...names} faults={faults} onChange={setNames} /> : null}
    </FormDialog>
  )
}

/** Asks before a branch goes with its rules, drafts and results. */
export function DeleteBranchDialog({
  branch,
  onClose,
  onDeleted,
}: {
  branch: Branch
  onClose: () => void
  onDeleted: () => void
}) {
  const intl = useIntl()
  const { environmentId, eventType } = useRuleScope()
  const { running, refusal, run } = useBranchChange()
  return (
    <ConfirmDanger
      open
      onOpenChange={open => {
        if (!open) onClose()
      }}
      loading={running}
      confirmLabel={<FormattedMessage id="Rules.Branch.Delete" />}
      title={<FormattedMessage id="Rules.Branch.DeleteOf" values={{ name: <bdi key="name">{branch.name}</bdi> }} />}
      description={<FormattedMessage id="Rules.Branch.DeleteHelp" values={{ count: branch.ruleCount }} />}
      {...(refusal === null ? {} : { error: <FormattedMessage id={refusal} /> })}
      onConfirm={() =>
        void run(() => client.branches.remove({ environmentId, eventType, branch: branch.apiName }), {
          done: intl.formatMessage({ id: 'Rules.Branch.Deleted' }, { name: branch.name }),
          gone: branch.apiName,
          then: onDeleted,
        })
      }
    />
  )
}
