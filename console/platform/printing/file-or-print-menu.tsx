import { DropdownMenu, DropdownMenuContent, DropdownMenuItem, DropdownMenuTrigger, Heading } from '@assay/design-system'
import { type ReactElement, type ReactNode, useState } from 'react'
import { serverNow } from '../api/server-clock.ts'
import { PrintSheet } from './print-sheet.tsx'

interface FileOrPrintMenuProps {
  /** The button that opens the menu. */
  trigger: ReactElement
  saveLabel: ReactNode
  onSave: () => void
  printLabel: ReactNode
  /** Heading of the printed sheet. */
  title: ReactNode
  /** Below the heading: by whom and when it was printed, in milliseconds of the service's clock. */
  printed: (at: number) => ReactNode
  /** Content of the printed sheet. */
  children: ReactNode
}

/** A menu that saves a record as a file, or puts it on paper, or into a PDF, by the browser's own dialog. */
export function FileOrPrintMenu({
  trigger,
  saveLabel,
  onSave,
  printLabel,
  title,
  printed,
  children,
}: FileOrPrintMenuProps) {
  const [printedAt, setPrintedAt] = useState<number | null>(null)
  return (
    <>
      <DropdownMenu>
        <DropdownMenuTrigger asChild>{trigger}</DropdownMenuTrigger>
        <DropdownMenuContent align="end">
          <DropdownMenuItem onSelect={onSave}>{saveLabel}</DropdownMenuItem>
          <DropdownMenuItem onSelect={() => setPrintedAt(serverNow())}>{printLabel}</DropdownMenuItem>
        </DropdownMenuContent>
      </DropdownMenu>
      {printedAt === null ? null : (
        <PrintSheet onClose={() => setPrintedAt(null)}>
          <Heading level={1} size="lg">
            {title}
          </Heading>
          <p className="flex flex-wrap gap-x-3 pbe-4 text-fg-secondary">{printed(printedAt)}</p>
          {children}
        </PrintSheet>
      )}
    </>
  )
}
