/**
 * After an attempt to send a form: moves the focus to its first faulty field, once the fault is drawn. A button cannot be
 * invalid in ARIA; one that stands for a field, as that of a file does, says it by `data-invalid`.
 */
export function focusInvalidField(form: HTMLElement | null): void {
  requestAnimationFrame(() => form?.querySelector<HTMLElement>('[aria-invalid="true"], button[data-invalid]')?.focus())
}
