import { Copy, Download, Ellipsis, Image } from 'lucide-react'
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
import { renderPlotPng } from './plot-png.ts'

interface ChartMenuProps {
  title: string
  summary: string
  fileName: string
  disabled: boolean
  csv: () => Promise<readonly string[]>
  /** Element of the picture; null while the table is shown. */
  plot: RefObject<HTMLElement | null>
  pngEnabled: boolean
}

/** Menu to copy and download the data of the chart. */
export function ChartMenu({ title, summary, fileName, disabled, csv, plot, pngEnabled: pictured }: ChartMenuProps) {
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
  const picture = () => {
    if (!plot.current) return
    void renderPlotPng(plot.current, title, summary).then(
      blob => downloadFile(`${fileName}.png`, blob),
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
        {pictured ? (
          <DropdownMenuItem start={<Icon icon={Image} />} onSelect={picture}>
            <FormattedMessage id="DesignSystem.Chart.DownloadPng" />
          </DropdownMenuItem>
        ) : null}
      </DropdownMenuContent>
    </DropdownMenu>
  )
}
