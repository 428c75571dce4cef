import {
  Button,
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
  Icon,
} from '@assay/design-system'
import { Download } from 'lucide-react'
import type { ReactNode } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'

interface ExportMenuProps {
  /** Name of the report. */
  name: string
  /** Kinds of files; the figures have not arrived where there is none. */
  files: readonly { id: string; label: ReactNode; save: () => void }[]
}

/** Saves the figures of a report as a file, or prints the page. */
export function ExportMenu({ name, files }: ExportMenuProps) {
  const intl = useIntl()
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>
        <Button
          start={<Icon icon={Download} />}
          disabled={files.length === 0}
          aria-label={intl.formatMessage({ id: 'CaseReport.ExportTable' }, { name })}
        >
          <FormattedMessage id="DesignSystem.DataTable.Export" />
        </Button>
      </DropdownMenuTrigger>
      <DropdownMenuContent align="end">
        {files.map(({ id, label, save }) => (
          <DropdownMenuItem key={id} onSelect={save}>
            {label}
          </DropdownMenuItem>
        ))}
        <DropdownMenuItem onSelect={() => window.print()}>
          <FormattedMessage id="Review.Timeline.Export.Print" />
        </DropdownMenuItem>
      </DropdownMenuContent>
    </DropdownMenu>
  )
}
