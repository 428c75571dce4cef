import { Copy, Download, Ellipsis, FileText, Image, Square, Volume2 } from 'lucide-react'
import type { RefObject } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { downloadText } from '../../data-table/index.ts'
import { useAnnounce } from '../../lib/announcer.tsx'
import { type ChartExport, useCharts } from '../../lib/chart-surroundings/charts-provider.tsx'
import { downloadFile } from '../../lib/download-file.ts'
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
} from '../../overlays/dropdown-menu/dropdown-menu.tsx'
import { Button } from '../../primitives/button/button.tsx'
import { Icon } from '../../primitives/icon/icon.tsx'
import { toPdf } from '../pictures/plot-pdf.ts'
import { drawPlot, drawPlotForPaper, toPng } from '../pictures/plot-picture.ts'
import type { ChartSound } from './use-chart-sound.ts'

interface ChartMenuProps {
  title: string
  summary: string
  fileName: string
  disabled: boolean
  csv: () => Promise<readonly string[]>
  /** Number of rows of the file. */
  rows: number
  /** Of a chart whose points are steps. */
  sound: ChartSound | undefined
  /** Element of the picture; null while the table is shown. */
  plot: RefObject<HTMLElement | null>
  pictureEnabled: boolean
}

/** Menu to copy and download the data of the chart. */
export function ChartMenu({
  title,
  summary,
  fileName,
  disabled,
  csv,
  rows,
  sound,
  plot,
  pictureEnabled,
}: ChartMenuProps) {
  const intl = useIntl()
  const announce = useAnnounce()
  const { onExport } = useCharts()
  // Whoever records exports reports a failure of it; then no figures are handed over.
  const afterRecord = (format: ChartExport['format'], handOver: () => Promise<void>) =>
    void (onExport?.({ title, fileName, format, rows }) ?? Promise.resolve()).then(handOver, () => undefined)
  const copy = () =>
    afterRecord('clipboard', () =>
      csv()
        .then(pieces => navigator.clipboard.writeText(pieces.join('')))
        .then(
          () => announce(intl.formatMessage({ id: 'DesignSystem.Chart.Copied' })),
          () => announce(intl.formatMessage({ id: 'DesignSystem.Chart.CopyFailed' }), { assertive: true }),
        ),
    )
  const saveFile = () => afterRecord('csv', async () => downloadText(`${fileName}.csv`, await csv()))
  const savePicture = (
    extension: 'png' | 'pdf',
    draw: typeof drawPlot,
    write: (canvas: HTMLCanvasElement) => Promise<Blob>,
  ) => {
    afterRecord(extension, async () => {
      // The table may have taken the place of the picture meanwhile.
      if (!plot.current) return
      await draw(plot.current, title, summary)
        .then(write)
        .then(
          blob => downloadFile(`${fileName}.${extension}`, blob),
          () => announce(intl.formatMessage({ id: 'DesignSystem.Chart.PngFailed' }), { assertive: true }),
        )
    })
  }
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>
        <Button
          variant="ghost"
          size="sm"
          disabled={disabled}
          aria-label={intl.formatMessage({ id: 'DesignSystem.Chart.More' }, { name: title })}
          className="w-control-sm px-0"
        >
          <Icon icon={Ellipsis} />
        </Button>
      </DropdownMenuTrigger>
      <DropdownMenuContent align="end">
        <DropdownMenuItem start={<Icon icon={Copy} />} onSelect={copy}>
          <FormattedMessage id="DesignSystem.Chart.CopyCsv" />
        </DropdownMenuItem>
        <DropdownMenuItem start={<Icon icon={Download} />} onSelect={saveFile}>
          <FormattedMessage id="DesignSystem.Chart.DownloadCsv" />
        </DropdownMenuItem>
        {pictureEnabled ? (
          <>
            <DropdownMenuItem start={<Icon icon={Image} />} onSelect={() => savePicture('png', drawPlot, toPng)}>
              <FormattedMessage id="DesignSystem.Chart.DownloadPng" />
            </DropdownMenuItem>
            <DropdownMenuItem
              start={<Icon icon={FileText} />}
              onSelect={() =>
                savePicture('pdf', drawPlotForPaper, canvas => toPdf(canvas, { title, summary, language: intl.locale }))
              }
            >
              <FormattedMessage id="DesignSystem.Chart.DownloadPdf" />
            </DropdownMenuItem>
          </>
        ) : null}
        {sound ? <SoundItem sound={sound} /> : null}
      </DropdownMenuContent>
    </DropdownMenu>
  )
}

/** Plays the chart, or stops it; where there is no audio it says so. */
function SoundItem({ sound: { state, toggle } }: { sound: ChartSound }) {
  const isMissing = state === 'unavailable'
  return (
    <DropdownMenuItem
      start={<Icon icon={state === 'playing' ? Square : Volume2} />}
      // Not disabled: its reason would not be read.
      aria-disabled={isMissing || undefined}
      className="aria-disabled:text-fg-disabled"
      onSelect={event => (isMissing ? event.preventDefault() : toggle())}
    >
      <FormattedMessage id={state === 'playing' ? 'DesignSystem.Chart.Sound.Stop' : 'DesignSystem.Chart.Sound.Play'} />
      {isMissing ? (
        <span className="block text-xs whitespace-normal text-fg-muted">
          <FormattedMessage id="DesignSystem.Chart.Sound.Unavailable" />
        </span>
      ) : null}
    </DropdownMenuItem>
  )
}
