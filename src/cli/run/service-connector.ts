// Creates clients for a service. The clients use the command's timeout, trace and other settings.
import type { Service, ServiceOptions } from '../../client/http/service';
import type { Output } from '../output/output';
import type { SettingsInUse } from './settings-in-use';
import type { System } from './system';

/** The client settings for a command that sends many requests. */
export type TrafficSettings = Pick<
  Partial<ServiceOptions>,
  'connections' | 'rateLimiter' | 'interrupted'
>;

export class ServiceConnector {
  readonly #system: System;
  readonly #settings: SettingsInUse;
  readonly #output: Output;

  constructor(system: System, settings: SettingsInUse, output: Output) {
    this.#system = system;
    this.#settings = settings;
    this.#output = output;
  }

  /** The signal that aborts the command's requests. */
  get interrupted(): AbortSignal {
    return this.#system.interrupted;
  }

  /**
   * Returns a client for a service. For a command that sends many requests, `traffic` limits the number of concurrent
   * requests and the request rate.
   */
  async connect(baseUrl: URL, traffic?: TrafficSettings): Promise<Service> {
    const { Service } = await import('../../client/http/service');
    // undici's HTTP parser is WebAssembly, which V8 compiles a second time on Node 20. The second compilation uses 20
    // MB of memory, and would take longer than all other work of a short command. The client does not call
    // `compileWebAssemblyOnce`, because a library must not change the V8 flags of the program that uses the library.
    if (process.versions.node.startsWith('20.')) {
      const { compileWebAssemblyOnce } = await import('../../lib/webassembly');
      compileWebAssemblyOnce();
    }
    const output = this.#output;
    return new Service({
      baseUrl,
      env: this.#system.env,
      clock: this.#system.clock,
      timeoutMs: this.#settings.timeoutMs,
      interrupted: this.#system.interrupted,
      ...traffic,
      onMayBillTwice: (reason) => this.#warnOfSecondCharge(reason),
      readOnly: this.#settings.readOnly !== undefined,
      trace: output.debug ? (line) => output.trace(line) : undefined,
    });
  }

  /**
   * Warns the user before waypost repeats a lookup whose response was lost, because the service might bill the lookup
   * twice.
   */
  async #warnOfSecondCharge(reason: string): Promise<void> {
    if (this.#output.json) this.#output.event({ event: 'may_be_billed_twice', reason });
    else {
      await this.#output.warn(
        `The response to a lookup was lost (${reason}). waypost sends the lookup again, and the service might bill this lookup twice.`,
      );
    }
  }
}
