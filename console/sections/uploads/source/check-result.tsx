import { Button, Callout, Card, CardHeader, downloadFile, Icon, Progress } from '@assay/design-system'
import type { UploadEntityName } from '@assay/risk-service/contract'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import type { CheckReport } from '../check/check-tasks.ts'
import { dataErrorsOf } from '../file/source-state.ts'
import type { Source } from '../file/use-source.ts'
import { FixBar } from '../fix/fix-bar.tsx'
import { RowEditor } from '../fix/row-editor.tsx'
import { useFixes } from '../fix/use-fixes.ts'
import { IssueGroupList } from '../issues/issue-group-list.tsx'
import { groupIssues, issuesOf } from '../issues/issue-groups.ts'
import { IssueList } from '../issues/issue-list.tsx'
import { useUploadTexts } from '../use-upload-texts.ts'
import { FormatOffers } from './format-offers.tsx'

interface CheckResultProps {
  entity: UploadEntityName
  source: Source
}

/** The check of the whole file: its progress, then what is wrong, with the ways to fix it. */
export function CheckResult({ entity, source }: CheckResultProps) {
  const texts = useUploadTexts()
  const { file, checked, report } = source.state
  if (file === null) return null
  if (checked !== null)
    return (
      <div className="flex max-w-dialog-lg flex-wrap items-end gap-3">
        <Progress
          className="min-w-[12rem] flex-1"
          label={<FormattedMessage id="Upload.Checking" />}
          value={checked}
          max={Math.max(1, file.size)}
          announced
          detail={
            <FormattedMessage
              id="Upload.Checked.Bytes"
              values={{ done: texts.size(checked), total: texts.size(file.size) }}
            />
          }
        />
        <Button size="sm" onClick={source.cancel}>
          <FormattedMessage id="Common.Cancel" />
        </Button>
      </div>
    )
  if (report === null)
    return source.state.opened?.head == null || source.missing.length > 0 ? null : (
      <Button className="self-start" onClick={() => void source.check()}>
        <FormattedMessage id="Upload.CheckAgain" />
      </Button>
    )
  return (
    <>
      {source.state.isFixed ? (
        <Callout
          tone="info"
          actions={
            <Button size="sm" onClick={() => downloadFile(file.name, file)}>
              <FormattedMessage id="Upload.Fix.File" />
            </Button>
          }
        >
          <FormattedMessage id="Upload.Fix.File.Text" />
        </Callout>
      ) : null}
      <Outcome entity={entity} report={report} source={source} />
      {report.listed.length > 0 ? (
        <Issues key={source.state.reportKey} entity={entity} report={report} source={source} />
      ) : null}
    </>
  )
}

interface ResultProps extends CheckResultProps {
  report: CheckReport
}

/** The result in one sentence, and the formats that would change it. */
function Outcome({ report, source }: ResultProps) {
  const intl = useIntl()
  const errors = dataErrorsOf(report)
  const { rows, warnings, endedBy, isBlocked } = report
  const counts = { errors, warnings, rows: intl.formatNumber(rows) }
  return (
    <>
      {source.isCurrent ? null : (
        <Callout
          tone="warning"
          actions={
            <Button size="sm" onClick={() => void source.check()}>
              <FormattedMessage id="Upload.CheckAgain" />
            </Button>
          }
        >
          <FormattedMessage id="Upload.Result.Outdated" />
        </Callout>
      )}
      {isBlocked ? (
        <Callout tone="danger" live title={<FormattedMessage id="Upload.Result.Blocked" />}>
          <FormattedMessage id="Upload.Result.Blocked.Text" />
        </Callout>
      ) : errors > 0 || report.fails ? (
        <Callout
          tone={errors > 0 ? 'danger' : 'warning'}
          live
          title={
            <FormattedMessage id={errors > 0 ? 'Upload.Result.Errors' : 'Upload.Result.Unmapped'} values={counts} />
          }
        >
          <FormattedMessage
            id={
              endedBy !== null
                ? 'Upload.Result.Ended'
                : errors > 0
                  ? 'Upload.Result.Errors.Text'
                  : 'Upload.Result.Unmapped.Text'
            }
            values={{ row: endedBy?.row ?? 0 }}
          />
        </Callout>
      ) : (
        <Callout tone={warnings > 0 ? 'warning' : 'success'} live>
          <FormattedMessage id={warnings > 0 ? 'Upload.Result.Warnings' : 'Upload.Result.Good'} values={counts} />
        </Callout>
      )}
      <FormatOffers findings={report.formats} onApply={source.setFormat} />
    </>
  )
}

/** What is wrong by column, then by row, each row with the field in which it is fixed. */
function Issues({ entity, report, source }: ResultProps) {
  const intl = useIntl()
  const [chosen, setChosen] = useState<string | null>(null)
  const fixes = useFixes(entity, source)
  const groups = groupIssues(report.listed)
  const total = report.errors + report.warnings
  return (
    <div className="grid items-start gap-3 xl:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]">
      <Card className="min-w-0">
        <CardHeader title={intl.formatMessage({ id: 'Upload.ByColumn' })} />
        <div className="px-2 pbe-3">
          <IssueGroupList groups={groups} current={chosen} onChoose={setChosen} />
        </div>
      </Card>
      <Card className="min-w-0">
        <CardHeader
          title={
            total > report.listed.length
              ? intl.formatMessage({ id: 'Upload.Issues.First' }, { count: report.listed.length, total })
              : intl.formatMessage({ id: 'Upload.Issues' })
          }
          actions={
            <Button
              size="sm"
              variant="ghost"
              start={<Icon icon={Download} />}
              onClick={() => downloadFile(`${entity}-errors.csv`, new Blob([report.errorFile], { type: 'text/csv' }))}
            >
              <FormattedMessage id="Upload.ErrorFile" />
            </Button>
          }
        />
        <div className="flex flex-col gap-2 px-2 pbe-3">
          <FixBar fixes={fixes} />
          <IssueList
            key={chosen}
            entity={entity}
            issues={issuesOf(report.listed, chosen)}
            {...(fixes.rows === null ? {} : { editor: issue => <RowEditor issue={issue} fixes={fixes} /> })}
          />
        </div>
      </Card>
    </div>
  )
}
