import type { LucideIcon } from 'lucide-react'
import { cn } from '../../lib/cn.ts'
import type { Side } from '../../lib/use-side.ts'
import { Tooltip } from '../../overlays/tooltip/tooltip.tsx'
import { Button, type ButtonProps } from '../button/button.tsx'
import { DirectionalIcon } from '../directional-icon/directional-icon.tsx'
import type { IconSize } from '../icon/icon.tsx'

export interface IconButtonProps extends Omit<ButtonProps, 'variant' | 'asChild' | 'children' | 'aria-label'> {
  /** The picture of the button. */
  icon: LucideIcon
  /** Accessible name and tooltip. */
  label: string
  /** Emphasis: ghost in bars and rows, secondary beside other buttons, danger for what cannot be undone. */
  variant?: 'secondary' | 'ghost' | 'danger'
  /** Edge of the icon in pixels. */
  iconSize?: IconSize
  /** Makes it a toggle button. */
  pressed?: boolean
  /** Side on which the tooltip opens; logical, so it is mirrored from right to left. */
  side?: Side
}

/** An action shown as an icon alone: the label is its name and its tooltip. */
export function IconButton({
  icon,
  label,
  variant = 'ghost',
  size = 'md',
  iconSize = 16,
  pressed,
  side = 'top',
  loading = false,
  className,
  ...props
}: IconButtonProps) {
  return (
    <Tooltip content={label} side={side} isLabel>
      <Button
        data-slot="icon-button"
        aria-label={label}
        {...(pressed === undefined ? {} : { 'aria-pressed': pressed })}
        variant={variant}
        size={size}
        loading={loading}
        className={cn(
          'px-0',
          variant === 'ghost' && 'text-fg-secondary available:hover:text-fg',
          'aria-pressed:bg-surface-selected aria-pressed:text-accent-text',
          size === 'sm' ? 'w-control-sm' : 'w-control',
          className,
        )}
        {...props}
      >
        {loading ? null : <DirectionalIcon icon={icon} size={iconSize} />}
      </Button>
    </Tooltip>
  )
}
