/** After an attempt to send a form: moves the focus to its first faulty field, once the fault is drawn. */
export function focusInvalidField(form: HTMLElement | null): void {
  requestAnimationFrame(() => form?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus())
}
