import { Checkbox, CheckboxGroup, Field } from '@assay/design-system'
import type { Branch, RuleSummary } from '@assay/risk-service/contract'
import { useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { client } from '../../../platform/api/client.ts'
import { FormDialog } from '../../../platform/forms/form-dialog.tsx'
import { useRecovery } from '../../../platform/recovery/use-recovery.ts'
import { validateApiName, validateBranchName } from '../branch.ts'
import { branchRecoveryId } from '../branch-recovery.ts'
import { useRuleScope } from '../rule-scope.tsx'
import { useBranchChange } from '../use-branch-change.ts'
import { BranchNameFields } from './branch-name-fields.tsx'

interface CreateBranchDialogProps {
  branch: Branch
  branches: readonly Branch[]
  rules: readonly RuleSummary[]
  onClose: () => void
  onCreated: (apiName: string) => void
}

/** A new branch with copies of chosen published rules of the one that is shown. */
export function CreateBranchDialog({ branch, branches, rules, onClose, onCreated }: CreateBranchDialogProps) {
  const intl = useIntl()
  const { environmentId, eventType } = useRuleScope()
  const { running, refusal, nameTaken, run } = useBranchChange()
  const published = rules.filter(rule => !rule.inherited && rule.status !== 'draft')
  const [names, setNames] = useState({ name: '', apiName: '' })
  const [excluded, setExcluded] = useState<ReadonlySet<string>>(new Set())
  const [tried, setTried] = useState(false)
  useRecovery(
    branchRecoveryId('create', { environmentId, eventType, branch: branch.apiName }),
    { names, excluded: [...excluded] },
    recovered => {
      setNames(recovered.names)
      setExcluded(new Set(recovered.excluded))
    },
  )
  const faults = tried
    ? {
        name: validateBranchName(names.name),
        apiName: nameTaken === names.apiName ? ('taken' as const) : validateApiName(names.apiName, branches),
      }
    : { name: null, apiName: null }
  const chosen = published.filter(rule => !excluded.has(rule.id))
  const create = () => {
    setTried(true)
    if (validateBranchName(names.name) || validateApiName(names.apiName, branches)) return
    run({
      work: () =>
        client.branches.create({
          environmentId,
          eventType,
          apiName: names.apiName,
          name: names.name.trim(),
          from: branch.apiName,
          ruleIds: chosen.map(rule => rule.id),
        }),
      done: intl.formatMessage({ id: 'Rules.Branch.Created' }, { name: names.name.trim() }),
      name: names.apiName,
      then: () => onCreated(names.apiName),
    })
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
      <BranchNameFields {...names} faults={faults} onChange={setNames} />
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
              onCheckedChange={next => setExcluded(next === true ? new Set() : new Set(published.map(rule => rule.id)))}
            />
            {published.map(rule => (
              <Checkbox
                key={rule.id}
                checked={!excluded.has(rule.id)}
                label={<bdi>{rule.name}</bdi>}
                onCheckedChange={next =>
                  setExcluded(
                    next === true
                      ? new Set([...excluded].filter(id => id !== rule.id))
                      : new Set([...excluded, rule.id]),
                  )
                }
              />
            ))}
          </CheckboxGroup>
        </Field>
      )}
    </FormDialog>
  )
}
