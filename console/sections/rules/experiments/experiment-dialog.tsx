import { Checkbox, Field, Input, NumberInput, Select, useFormat } from '@assay/design-system'
import type { Branch } from '@assay/risk-service/contract'
import { useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { client } from '../../../platform/api/client.ts'
import { FormDialog } from '../../../platform/forms/form-dialog.tsx'
import { useRecovery } from '../../../platform/recovery/use-recovery.ts'
import { experimentDurations, experimentEnd, validateBranchName } from '../branch.ts'
import { branchRecoveryId } from '../branch-recovery.ts'
import { useRuleScope } from '../rule-scope.tsx'
import { useBranchChange } from '../use-branch-change.ts'

/** Shadows a share of the production traffic onto a branch. */
export function ExperimentDialog({ branch, onClose }: { branch: Branch; onClose: () => void }) {
  const intl = useIntl()
  const format = useFormat()
  const { environmentId, eventType } = useRuleScope()
  const { running, refusal, run } = useBranchChange()
  const [name, setName] = useState('')
  const [share, setShare] = useState<number | null>(10)
  const [hours, setHours] = useState<(typeof experimentDurations)[number]>(168)
  const [opened] = useState(() => Date.now())
  const [callExternal, setCallExternal] = useState(false)
  const [tried, setTried] = useState(false)
  useRecovery(
    branchRecoveryId('experiment', { environmentId, eventType, branch: branch.apiName }),
    { name, share, hours, callExternal },
    recovered => {
      setName(recovered.name)
      setShare(recovered.share)
      setHours(recovered.hours)
      setCallExternal(recovered.callExternal)
    },
  )
  const nameFault = tried ? validateBranchName(name) : null
  const shareWrong = share === null || share < 1 || share > 100 || !Number.isInteger(share)
  const ends = experimentEnd(hours, opened)
  const start = () => {
    setTried(true)
    if (validateBranchName(name) || shareWrong || share === null) return
    run({
      work: () =>
        client.branches.startExperiment({
          environmentId,
          eventType,
          branch: branch.apiName,
          name: name.trim(),
          share,
          endsAt: experimentEnd(hours, Date.now()),
          callExternal,
        }),
      done: intl.formatMessage({ id: 'Rules.Experiment.Started' }, { name: name.trim() }),
      then: onClose,
    })
  }
  return (
    <FormDialog
      title={<FormattedMessage id="Rules.Experiment.RunOf" values={{ name: <bdi key="name">{branch.name}</bdi> }} />}
      description={<FormattedMessage id="Rules.Experiment.Help" />}
      confirm={<FormattedMessage id="Rules.Experiment.Run" />}
      running={running}
      refusal={refusal}
      onSubmit={start}
      onClose={onClose}
    >
      <Field
        label={<FormattedMessage id="Rules.Experiment.Name" />}
        required
        {...(nameFault ? { error: <FormattedMessage id={`Rules.Branch.Issue.${nameFault}`} /> } : {})}
      >
        <Input value={name} dir="auto" maxLength={80} onChange={event => setName(event.target.value)} />
      </Field>
      <Field
        label={<FormattedMessage id="Rules.Experiment.Share" />}
        required
        description={<FormattedMessage id="Rules.Experiment.ShareHelp" />}
        {...(tried && shareWrong ? { error: <FormattedMessage id="Rules.Experiment.ShareIssue" /> } : {})}
      >
        {/* Without bounds of its own, which would make another share of what was typed as the dialog is sent. */}
        <NumberInput className="w-[8rem]" value={share} onValueChange={setShare} />
      </Field>
      <Field
        label={<FormattedMessage id="Rules.Experiment.End" />}
        description={
          ends === null ? (
            <FormattedMessage id="Rules.Experiment.Endless" />
          ) : (
            <FormattedMessage id="Rules.Experiment.Until" values={{ time: format.dateTime(ends) }} />
          )
        }
      >
        <Select
          value={String(hours)}
          options={experimentDurations.map(each => ({
            value: String(each),
            label: intl.formatMessage({ id: 'Rules.Experiment.Duration' }, { days: each / 24 }),
          }))}
          onValueChange={value => setHours(experimentDurations.find(each => String(each) === value) ?? 0)}
        />
      </Field>
      <Checkbox
        checked={callExternal}
        onCheckedChange={next => setCallExternal(next === true)}
        label={<FormattedMessage id="Rules.Experiment.External" />}
        description={<FormattedMessage id="Rules.Experiment.ExternalHelp" />}
      />
    </FormDialog>
  )
}
