// The person types the licensee's name, so that a mistyped id never hits another.
import { asLicensee, getLicensee } from '../../service/licensees';
import type { ManagedKey } from '../../service/managed';
import { confirmByName, requireSomebody } from '../confirm';
import type { Context } from '../context';

/** Returns when the name was typed; its error else. Asks the service for the name. */
export async function confirmLicensee(
  context: Context,
  key: ManagedKey,
  licensee: string,
  consequence: string,
): Promise<void> {
  requireSomebody(context, consequence);
  const name = asLicensee(await getLicensee(key, licensee))?.name;
  await confirmByName(
    context,
    typeof name === 'string' && name !== '' ? name : licensee,
    consequence,
  );
}
