import {
  Badge,
  Button,
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
  Icon,
  Select,
} from '@assay/design-system'
import type { BranchList, RuleSummary } from '@assay/risk-service/contract'
import { ChevronDown, GitBranch } from 'lucide-react'
import { type Ref, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { useOffline } from '../../../platform/offline/connection.ts'
import { BacktestPanel, useBacktestPanel } from '../backtest/backtest-panel.tsx'
import { runningExperiment } from '../branch.ts'
import { findRecoveredBranchTask } from '../branch-recovery.ts'
import { ExperimentDialog } from '../experiments/experiment-dialog.tsx'
import { useStopExperiment } from '../experiments/use-stop-experiment.ts'
import { productionBranch, useRuleScope } from '../rule-scope.tsx'
import { BranchInfoDialog } from './branch-info-dialog.tsx'
import { CreateBranchDialog } from './create-branch-dialog.tsx'
import { DeleteBranchDialog } from './delete-branch-dialog.tsx'
import { PromoteDialog } from './promote-dialog.tsx'

type Task = 'create' | 'info' | 'experiment' | 'promote' | 'delete'

interface BranchBarProps {
  /** The field that chooses the branch. */
  picker: Ref<HTMLButtonElement> | undefined
  list: BranchList
  /** Rules of the branch that is shown. */
  rules: readonly RuleSummary[]
  write: boolean
  onBranch: (apiName: string) => void
}

/** Which branch is shown, and what can be done with it. */
export function BranchBar({ picker, list, rules, write, onBranch }: BranchBarProps) {
  const intl = useIntl()
  const offline = useOffline()
  const { environmentId, eventType, branch: shown } = useRuleScope()
  const { mutate: stop } = useStopExperiment()
  const [task, setTask] = useState<Task | null>(() =>
    write ? findRecoveredBranchTask({ environmentId, eventType, branch: shown }) : null,
  )
  const backtest = useBacktestPanel()
  const { branches } = list
  const branch = branches.find(each => each.apiName === shown)
  const running = runningExperiment(branch)
  const close = () => setTask(null)
  const other = branches.some(each => each.apiName !== shown && runningExperiment(each) !== null)
  return (
    <>
      <span className="flex items-center gap-2">
        <Icon icon={GitBranch} size={12} className="text-fg-muted" />
        <Select
          ref={picker}
          size="sm"
          className="w-auto max-w-[16rem]"
          aria-label={intl.formatMessage({ id: 'Rules.Branch.Picker' })}
          value={branch ? shown : ''}
          placeholder={shown}
          onValueChange={onBranch}
          options={branches.map(each => ({
            value: each.apiName,
            label: each.production ? intl.formatMessage({ id: 'Rules.Branch.Production' }) : each.name,
          }))}
        />
        {running ? (
          <Badge tone="info">
            <FormattedMessage id="Rules.Experiment.Badge" />
          </Badge>
        ) : null}
      </span>
      {branch ? (
        <DropdownMenu>
          <DropdownMenuTrigger asChild>
            <Button size="sm" variant="ghost">
              <FormattedMessage id="Rules.Branch.Actions" />
              <Icon icon={ChevronDown} size={12} />
            </Button>
          </DropdownMenuTrigger>
          <DropdownMenuContent>
            {write ? (
              <DropdownMenuItem disabled={offline} onSelect={() => setTask('create')}>
                <FormattedMessage id="Rules.Branch.Create" />
              </DropdownMenuItem>
            ) : null}
            <DropdownMenuItem onSelect={() => setTask('info')}>
              <FormattedMessage id="Rules.Branch.Info" />
            </DropdownMenuItem>
            {!branch.production ? (
              <DropdownMenuItem onSelect={() => backtest.show('latest')}>
                <FormattedMessage id="Rules.Backtest.Open" />
              </DropdownMenuItem>
            ) : null}
            {write && !branch.production ? (
              <>
                <DropdownMenuSeparator />
                {running ? (
                  <DropdownMenuItem
                    disabled={offline}
                    onSelect={() => stop({ branch: branch.apiName, name: running.name })}
                  >
                    <FormattedMessage id="Rules.Experiment.Stop" />
                  </DropdownMenuItem>
                ) : (
                  <DropdownMenuItem disabled={offline || other} onSelect={() => setTask('experiment')}>
                    <FormattedMessage id="Rules.Experiment.Run" />
                  </DropdownMenuItem>
                )}
                <DropdownMenuItem disabled={offline || running !== null} onSelect={() => setTask('promote')}>
                  <FormattedMessage id="Rules.Branch.Promote" />
                </DropdownMenuItem>
                <DropdownMenuSeparator />
                <DropdownMenuItem
                  tone="danger"
                  disabled={offline || running !== null}
                  onSelect={() => setTask('delete')}
                >
                  <FormattedMessage id="Rules.Branch.Delete" />
                </DropdownMenuItem>
              </>
            ) : null}
          </DropdownMenuContent>
        </DropdownMenu>
      ) : null}
      {branch && !branch.production && backtest.open ? (
        <BacktestPanel
          environmentId={environmentId}
          eventType={eventType}
          subject={{ kind: 'branch', branch: branch.apiName }}
          name={branch.name}
        />
      ) : null}
      {branch && task === 'create' ? (
        <CreateBranchDialog
          branch={branch}
          branches={branches}
          rules={rules}
          onClose={close}
          onCreated={apiName => {
            close()
            onBranch(apiName)
          }}
        />
      ) : null}
      {branch && task === 'info' ? <BranchInfoDialog branch={branch} onClose={close} /> : null}
      {branch && task === 'experiment' ? <ExperimentDialog branch={branch} onClose={close} /> : null}
      {branch && task === 'promote' ? (
        <PromoteDialog
          branch={branch}
          branches={branches}
          canKeep={list.canKeepProduction}
          onClose={close}
          onPromoted={() => {
            close()
            onBranch(productionBranch)
          }}
        />
      ) : null}
      {branch && task === 'delete' ? (
        <DeleteBranchDialog
          branch={branch}
          onClose={close}
          onDeleted={() => {
            close()
            onBranch(productionBranch)
          }}
        />
      ) : null}
    </>
  )
}
