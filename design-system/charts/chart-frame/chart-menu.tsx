import { Copy, Download, Ellipsis, FileText, Image } from 'lucide-react'
import type { RefObject } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { downloadText } from '../../data-table/index.ts'
import { useAnnounce } from '../../lib/announcer.tsx'
import { downloadFile } from '../../lib/download-file.ts'
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
} from '../../overlays/dropdown-menu/dropdown-menu.tsx'
import { Button } from '../../primitives/button/button.tsx'
import { Icon } from '../../primitives/icon/icon.tsx'
import { toPdf } from './plot-pdf.ts'
import { drawPlot, drawPlotForPaper, toPng } from './plot-picture.ts'

interface ChartMenuProps {
  title: string
  summary: string
  fileName: string
  disabled: boolean
  csv: () => Promise<readonly string[]>
  /** Element of the picture; null while the table is shown. */
  plot: RefObject<HTMLElement | null>
  pictureEnabled: boolean
}

/** Menu to copy and download the data of the chart. */
export function ChartMenu({ title, summary, fileName, disabled, csv, plot, pictureEnabled }: ChartMenuProps) {
  const intl = useIntl()
  const announce = useAnnounce()
  const copy = () => {
    void csv()
      .then(pieces => navigator.clipboard.writeText(pieces.join('')))
      .then(
        () => announce(intl.formatMessage({ id: 'DesignSystem.Chart.Copied' })),
        () => announce(intl.formatMessage({ id: 'DesignSystem.Chart.CopyFailed' }), { assertive: true }),
      )
  }
  const savePicture = (
    extension: string,
    draw: typeof drawPlot,
    write: (canvas: HTMLCanvasElement) => Promise<Blob>,
  ) => {
    if (!plot.current) return
    void draw(plot.current, title, summary)
      .then(write)
      .then(
        blob => downloadFile(`${fileName}.${extension}`, blob),
        () => announce(intl.formatMessage({ id: 'DesignSystem.Chart.PngFailed' }), { assertive: true }),
      )
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
        <DropdownMenuItem
          start={<Icon icon={Download} />}
          onSelect={() => void csv().then(pieces => downloadText(`${fileName}.csv`, pieces))}
        >
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
      </DropdownMenuContent>
    </DropdownMenu>
  )
}
