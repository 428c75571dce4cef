import { Button, downloadFile, Icon } from '@assay/design-system'
import type { MovingInReport } from '@assay/risk-service/contract'
import { Download } from 'lucide-react'
import { FormattedDate, FormattedMessage, useIntl } from 'react-intl'
import { useEnvironment, useEnvironments } from '../../platform/environments/environments.tsx'
import { FileOrPrintMenu } from '../../platform/printing/file-or-print-menu.tsx'
import { noteText, refusalText } from './note-text.tsx'

/** Saves the report as a file, or prints it by the browser's own dialog. The file has no time: two runs are the same. */
export function ReportExport({ report }: { report: MovingInReport }) {
  const intl = useIntl()
  const environment = useEnvironment()
  const { session } = useEnvironments()
  const { objects, applied, refusal } = report
  const file = () => {
    const rows = objects.map(({ text: _text, notes, ...object }) => ({
      ...object,
      notes: notes.map(note => ({ ...note, text: noteText(intl, note) })),
    }))
    return `${JSON.stringify({ environment: environment.name, ...report, objects: rows }, null, 2)}\n`
  }
  return (
    <FileOrPrintMenu
      trigger={
        <Button>
          <Icon icon={Download} />
          <FormattedMessage id="MovingIn.Report" />
        </Button>
      }
      saveLabel={<FormattedMessage id="MovingIn.Report.Save" />}
      onSave={() =>
        downloadFile(`moving-in-${environment.name}.json`, new Blob([file()], { type: 'application/json' }))
      }
      printLabel={<FormattedMessage id="MovingIn.Report.Print" />}
      title={
        <FormattedMessage
          id={applied ? 'MovingIn.Printed.Done' : 'MovingIn.Printed.Preview'}
          values={{ environment: <bdi key="environment">{environment.friendlyName}</bdi> }}
        />
      }
      printed={at => (
        <>
          <bdi>{session.user.name}</bdi>
          <FormattedDate value={at} dateStyle="medium" timeStyle="long" />
        </>
      )}
    >
      {refusal === null ? null : (
        <p className="pbe-4">
          <FormattedMessage
            id="MovingIn.Refused"
            values={{ reason: <bdi key="reason">{refusalText(intl, refusal)}</bdi> }}
          />
        </p>
      )}
      <ul className="flex flex-col gap-2">
        {objects.map(({ key, kind, name, state, action, notes }) => (
          <li key={key} className="break-inside-avoid wrap-anywhere">
            <span className="flex flex-wrap gap-x-3">
              <bdi className="font-medium">{name}</bdi>
              <span>
                <FormattedMessage id={`MovingIn.Kind.${kind}`} />
              </span>
              <span>
                <FormattedMessage id={`Rules.Translate.State.${state}`} />
              </span>
              <span>
                <FormattedMessage id={`MovingIn.${applied ? 'Done' : 'Action'}.${action}`} />
              </span>
            </span>
            {notes.map(note => (
              <span key={JSON.stringify(note)} className="block text-fg-secondary">
                {noteText(intl, note)}
              </span>
            ))}
          </li>
        ))}
      </ul>
    </FileOrPrintMenu>
  )
}
