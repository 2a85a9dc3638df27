const said = new Set<string>();

/** Warns on the console, each message once a process. */
export function warnOnce(message: string): void {
  if (said.has(message)) return;
  said.add(message);
  // eslint-disable-next-line no-console -- a warning is for people
  console.warn(`langchain-seams: ${message}`);
}
