import { NativeSelect } from '@mantine/core';
import { useState } from 'react';
import { presetIds, providerPresets } from '@annals/rules/provider-presets';
import { useLanguage } from '../../platform/texts.ts';
import type { GuardedFormState } from '../../ui/forms/useGuardedForm.ts';
import { Panel } from '../../ui/states/Panel.tsx';
import { type ProviderValues, withPreset } from './provider-form.ts';
import classes from './ProviderFields.module.css';
import { places, usePresetTexts } from './presets.texts.ts';

/** Chooses the product of a new provider: fills in what is the same everywhere, and says where the rest is found. */
export function PresetFields({ form }: { form: GuardedFormState<ProviderValues> }) {
  const t = usePresetTexts();
  const language = useLanguage();
  const [chosen, setChosen] = useState('');
  const id = presetIds.find((each) => each === chosen);
  const choose = (value: string) => {
    setChosen(value);
    const preset = providerPresets.find((each) => each.id === value);
    if (!preset) return;
    for (const [name, changed] of Object.entries(withPreset(preset)))
      form.set(name as keyof ProviderValues, changed);
  };
  return (
    <Panel title={t.product}>
      <div className={classes.fields}>
        <NativeSelect
          label={t.product}
          description={t.productHint}
          value={chosen}
          data={[
            { value: '', label: t.other },
            ...providerPresets.map(({ id: value, name }) => ({ value, label: name })),
          ]}
          onChange={({ currentTarget }) => choose(currentTarget.value)}
        />
        {id && (
          <div>
            <h3 className={classes.subtitle}>{t.where}</h3>
            <dl className={classes.where}>
              {places[id].map(({ value, path, note }) => (
                <div key={value}>
                  <dt>{t.values[value]}</dt>
                  <dd>
                    {path.length > 0 && (
                      <ol className={classes.path}>
                        {path.map((step) => (
                          <li key={step}>{step}</li>
                        ))}
                      </ol>
                    )}
                    {note && <p className={classes.hint}>{note[language]}</p>}
                  </dd>
                </div>
              ))}
            </dl>
          </div>
        )}
      </div>
    </Panel>
  );
}
