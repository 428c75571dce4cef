import { Download } from 'lucide-react'
import { useRef, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { useAnnounce } from '../../lib/announcer.tsx'
import { type ChartExport, useCharts } from '../../lib/chart-surroundings/charts-provider.tsx'
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from '../../overlays/dropdown-menu/dropdown-menu.tsx'
import { Button } from '../../primitives/button/button.tsx'
import { Icon } from '../../primitives/icon/icon.tsx'
import { downloadText } from './csv.ts'
import { type ExportColumn, type ExportFormat, type ExportSource, exportChunks } from './export-rows.ts'

interface ExportMenuProps<Row> {
  /** Name of the table. */
  title: string
  /** Name of the file, without its extension. */
  name: string
  columns: readonly ExportColumn<Row>[]
  /** Called when the export begins: returns the current rows, or pages as the server sends them. */
  source: () => ExportSource<Row>
  /** Rows of the current view as the cells show them, tab-separated, and their number. */
  formatted: () => { text: string; rows: number }
}

const types: Record<ExportFormat, string> = { csv: 'text/csv;charset=utf-8', json: 'application/json' }

/**
 * Exports the current view as a file: raw values, the same bytes in every language. A long export shows its progress
 * and can be cancelled. It is written once the log of exports has recorded it.
 */
export function ExportMenu<Row>({ title, name, columns, source, formatted }: ExportMenuProps<Row>) {
  const intl = useIntl()
  const announce = useAnnounce()
  const { onExport } = useCharts()
  const [done, setDone] = useState<number | null>(null)
  const stopped = useRef(false)
  const say = (id: string, count = 0, assertive = false) =>
    announce(intl.formatMessage({ id: `DesignSystem.DataTable.${id}` }, { count }), { assertive })

  /** Whoever records exports reports a failure of it; then nothing is handed over. */
  const isRecorded = (format: ChartExport['format'], rows: number): Promise<boolean> =>
    onExport === undefined
      ? Promise.resolve(true)
      : onExport({ title, fileName: name, format, rows }).then(
          () => true,
          () => false,
        )

  const run = async (format: ExportFormat) => {
    const parts: string[] = []
    let rows = 0
    stopped.current = false
    setDone(0)
    try {
      for await (const chunk of exportChunks(format, columns, source())) {
        if (stopped.current) return say('ExportStopped')
        parts.push(chunk.text)
        rows = chunk.rows
        setDone(rows)
      }
      if (!(await isRecorded(format, rows))) return
      downloadText(`${name}.${format}`, parts, types[format])
      say('Exported', rows)
    } catch {
      say('ExportFailed', 0, true)
    } finally {
      setDone(null)
    }
  }
  const copy = async () => {
    const { text, rows } = formatted()
    if (!(await isRecorded('clipboard', rows))) return
    await navigator.clipboard.writeText(text).then(
      () => say('CopiedFormatted'),
      () => say('CopyFailed', 0, true),
    )
  }

  if (done !== null) {
    return (
      <span className="flex items-center gap-2 text-xs text-fg-muted tabular-nums">
        <FormattedMessage id="DesignSystem.DataTable.Exporting" values={{ count: done }} />
        <Button
          variant="ghost"
          size="sm"
          onClick={() => {
            stopped.current = true
          }}
        >
          <FormattedMessage id="DesignSystem.DataTable.ExportStop" />
        </Button>
      </span>
    )
  }
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>
        <Button variant="ghost" size="sm">
          <Icon icon={Download} />
          <FormattedMessage id="DesignSystem.DataTable.Export" />
        </Button>
      </DropdownMenuTrigger>
      <DropdownMenuContent align="end">
        <DropdownMenuItem onSelect={() => void run('csv')}>
          <FormattedMessage id="DesignSystem.DataTable.ExportCsv" />
        </DropdownMenuItem>
        <DropdownMenuItem onSelect={() => void run('json')}>
          <FormattedMessage id="DesignSystem.DataTable.ExportJson" />
        </DropdownMenuItem>
        <DropdownMenuSeparator />
        <DropdownMenuItem onSelect={() => void copy()}>
          <FormattedMessage id="DesignSystem.DataTable.CopyFormatted" />
        </DropdownMenuItem>
      </DropdownMenuContent>
    </DropdownMenu>
  )
}
