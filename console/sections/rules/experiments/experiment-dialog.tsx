import { Checkbox, Input, NumberInput, Select, useFormat, useToast } from '@assay/design-system'
import type { Branch } from '@assay/risk-service/contract'
import { useState } from 'react'
import { useController } from 'react-hook-form'
import { FormattedMessage, useIntl } from 'react-intl'
import { client } from '../../../platform/api/client.ts'
import { useRecordForm } from '../../../platform/authoring/form/use-record-form.ts'
import { FormDialog } from '../../../platform/forms/form-dialog.tsx'
import { FormField } from '../../../platform/forms/form-field.tsx'
import { experimentDurations, experimentEnd } from '../branch.ts'
import { branchProblemOf } from '../branch-errors.ts'
import { branchRecoveryId } from '../branch-recovery.ts'
import { useRuleScope } from '../rule-scope.tsx'
import { useBranchRefresh } from '../use-branch-refresh.ts'
import { type ExperimentForm, experimentResolver } from './experiment-form.ts'

const unchangedForm: ExperimentForm = { name: '', share: 10, hours: 168, callExternal: false }

/** Shadows a share of the production traffic onto a branch. */
export function ExperimentDialog({ branch, onClose }: { branch: Branch; onClose: () => void }) {
  const intl = useIntl()
  const format = useFormat()
  const { toast } = useToast()
  const { environmentId, eventType } = useRuleScope()
  const refresh = useBranchRefresh()
  const [opened] = useState(() => Date.now())
  const { form, values, saving, attempts, problem, submit } = useRecordForm({
    record: { values: unchangedForm, version: 0 },
    resolver: experimentResolver,
    recovery: {
      id: branchRecoveryId('experiment', { environmentId, eventType, branch: branch.apiName }),
      unchanged: true,
    },
    save: async body => {
      await client.branches.startExperiment({ environmentId, eventType, branch: branch.apiName, ...body })
      return body.name
    },
    onSaved: name => {
      toast({ title: intl.formatMessage({ id: 'Rules.Experiment.Started' }, { name }), tone: 'success' })
      refresh()
    },
    moveOn: onClose,
    problemOf: branchProblemOf,
  })
  const ends = experimentEnd(values.hours, opened)
  const callExternal = useController({ control: form.control, name: 'callExternal' }).field
  return (
    <FormDialog
      title={<FormattedMessage id="Rules.Experiment.RunOf" values={{ name: <bdi key="name">{branch.name}</bdi> }} />}
      description={<FormattedMessage id="Rules.Experiment.Help" />}
      confirm={<FormattedMessage id="Rules.Experiment.Run" />}
      running={saving}
      attempts={attempts}
      refusal={problem}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <FormField form={form} name="name" label={<FormattedMessage id="Rules.Experiment.Name" />} required>
        {({ value, onChange }) => <Input value={value} dir="auto" maxLength={80} onChange={onChange} />}
      </FormField>
      <FormField
        form={form}
        name="share"
        label={<FormattedMessage id="Rules.Experiment.Share" />}
        required
        description={<FormattedMessage id="Rules.Experiment.ShareHelp" />}
      >
        {/* Without bounds of its own, which would make another share of what was typed as the dialog is sent. */}
        {({ value, onChange }) => <NumberInput className="w-[8rem]" value={value} onValueChange={onChange} />}
      </FormField>
      <FormField
        form={form}
        name="hours"
        label={<FormattedMessage id="Rules.Experiment.End" />}
        description={
          ends === null ? (
            <FormattedMessage id="Rules.Experiment.Endless" />
          ) : (
            <FormattedMessage id="Rules.Experiment.Until" values={{ time: format.dateTime(ends) }} />
          )
        }
      >
        {({ value, onChange }) => (
          <Select
            value={String(value)}
            options={experimentDurations.map(each => ({
              value: String(each),
              label: intl.formatMessage({ id: 'Rules.Experiment.Duration' }, { days: each / 24 }),
            }))}
            onValueChange={chosen => onChange(experimentDurations.find(each => String(each) === chosen) ?? 0)}
          />
        )}
      </FormField>
      <Checkbox
        checked={callExternal.value}
        onCheckedChange={next => callExternal.onChange(next === true)}
        label={<FormattedMessage id="Rules.Experiment.External" />}
        description={<FormattedMessage id="Rules.Experiment.ExternalHelp" />}
      />
    </FormDialog>
  )
}
