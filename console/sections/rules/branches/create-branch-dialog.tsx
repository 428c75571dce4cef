import { Checkbox, CheckboxGroup, Field, useToast } from '@assay/design-system'
import type { Branch, RuleSummary } from '@assay/risk-service/contract'
import { useController } from 'react-hook-form'
import { FormattedMessage, useIntl } from 'react-intl'
import { client } from '../../../platform/api/client.ts'
import { useRecordForm } from '../../../platform/authoring/form/use-record-form.ts'
import { FormDialog } from '../../../platform/forms/form-dialog.tsx'
import { branchProblemOf, isApiNameRefused } from '../branch-errors.ts'
import { branchRecoveryId } from '../branch-recovery.ts'
import { useRuleScope } from '../rule-scope.tsx'
import { useBranchRefresh } from '../use-branch-refresh.ts'
import { nameTakenError, newBranchResolver } from './branch-form.ts'
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
  const { toast } = useToast()
  const { environmentId, eventType } = useRuleScope()
  const refresh = useBranchRefresh()
  const published = rules.filter(rule => !rule.inherited && rule.status !== 'draft')
  const publishedIds = published.map(({ id }) => id)
  const { form, saving, attempts, problem, submit } = useRecordForm({
    record: { values: { name: '', apiName: '', excluded: [] as readonly string[] }, version: 0 },
    resolver: newBranchResolver(
      { from: branch.apiName, ruleIds: publishedIds },
      branches.map(({ apiName }) => apiName),
    ),
    recovery: {
      id: branchRecoveryId('create', { environmentId, eventType, branch: branch.apiName }),
      unchanged: true,
    },
    save: body => client.branches.create({ environmentId, eventType, ...body }),
    onSaved: ({ name }) => {
      toast({ title: intl.formatMessage({ id: 'Rules.Branch.Created' }, { name }), tone: 'success' })
      refresh()
    },
    moveOn: ({ apiName }) => onCreated(apiName),
    errorsOf: error => (isApiNameRefused(error) ? nameTakenError : null),
    problemOf: branchProblemOf,
  })
  const excluded = useController({ control: form.control, name: 'excluded' }).field
  const chosen = published.filter(({ id }) => !excluded.value.includes(id))
  return (
    <FormDialog
      title={<FormattedMessage id="Rules.Branch.Create" />}
      description={<FormattedMessage id="Rules.Branch.CreateHelp" />}
      confirm={<FormattedMessage id="Rules.Branch.CreateConfirm" />}
      running={saving}
      attempts={attempts}
      refusal={problem}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <BranchNameFields form={form} />
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
              onCheckedChange={next => excluded.onChange(next === true ? [] : publishedIds)}
            />
            {published.map(({ id, name }) => (
              <Checkbox
                key={id}
                checked={!excluded.value.includes(id)}
                label={<bdi>{name}</bdi>}
                onCheckedChange={next =>
                  excluded.onChange(
                    next === true ? excluded.value.filter(other => other !== id) : [...excluded.value, id],
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
