import {
  Button,
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
  Icon,
  useToast,
} from '@assay/design-system'
import { type ReportExportInput, reportsLimits } from '@assay/risk-service/contract'
import { Download } from 'lucide-react'
import type { ReactNode } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { client } from '../../platform/api/client.ts'
import { useApiMutation } from '../../platform/mutations/use-api-mutation.ts'

interface ReportFile {
  id: string
  label: ReactNode
  /** Number of its rows, which the activity log names. */
  rows: number
  save: () => void
}
interface ExportMenuProps {
  /** Name of the report. */
  name: string
  report: ReportExportInput['report']
  /** What the report was asked for. */
  input: Pick<ReportExportInput, 'environmentId' | 'assessment' | 'from' | 'to'>
  /** Kinds of files; the figures have not arrived where there is none. */
  files: readonly ReportFile[]
}

/** Saves the figures of a report as a file that is not too long, once the activity log has recorded it, or prints the page. */
export function ExportMenu({ name, report, input, files }: ExportMenuProps) {
  const intl = useIntl()
  const { toast } = useToast()
  const { environmentId, assessment, from, to } = input
  const { isPending, mutate } = useApiMutation<unknown, ReportFile>({
    mutationFn: ({ rows }) => client.reports.recordExport({ environmentId, report, assessment, from, to, rows }),
    onSuccess: (_recorded, { save }) => save(),
  })
  const write = (file: ReportFile) => {
    if (file.rows <= reportsLimits.exportRows) return mutate(file)
    toast({
      tone: 'warning',
      title: intl.formatMessage({ id: 'CaseReport.Export.TooLarge' }, { count: reportsLimits.exportRows }),
    })
  }
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>
        <Button
          start={<Icon icon={Download} />}
          disabled={files.length === 0}
          loading={isPending}
          aria-label={intl.formatMessage({ id: 'CaseReport.ExportTable' }, { name })}
        >
          <FormattedMessage id="DesignSystem.DataTable.Export" />
        </Button>
      </DropdownMenuTrigger>
      <DropdownMenuContent align="end">
        {files.map(file => (
          <DropdownMenuItem key={file.id} onSelect={() => write(file)}>
            {file.label}
          </DropdownMenuItem>
        ))}
        <DropdownMenuItem onSelect={() => window.print()}>
          <FormattedMessage id="Review.Timeline.Export.Print" />
        </DropdownMenuItem>
      </DropdownMenuContent>
    </DropdownMenu>
  )
}
